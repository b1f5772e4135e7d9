"""The rooms: matches in play, with all that goes on in them."""
