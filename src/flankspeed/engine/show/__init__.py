"""What is shown of a game: the view of a seat, and what text, charts and pictures are made with."""
