"""The board of Samar as SVG."""
