"""What a seat sees of the board, as data; text board, picture and log sheet are drawn from it."""
