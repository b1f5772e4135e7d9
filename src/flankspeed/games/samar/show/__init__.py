"""What people see of Samar: view, text board, picture, events in words, charts to look at."""
