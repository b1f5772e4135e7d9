"""Damage control: crews, emergency repairs, deck fires, repairs, counterflooding (7.7 to 7.12)."""
