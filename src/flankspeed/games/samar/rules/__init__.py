"""The rules of Samar, in folders by section of the rulebook."""
