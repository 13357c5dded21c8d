"""A board for each game: from a view to pictures, from a selection to an action."""
