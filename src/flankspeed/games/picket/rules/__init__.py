"""The rules of Picket Duty, in folders by the chapters of the rulebook; here what all share."""
