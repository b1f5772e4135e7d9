"""The picture of Picket Duty, as SVG, part by part."""
