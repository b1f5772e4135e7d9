"""The routes: what can be asked of the server, and how it is answered."""
