"""The ways to a table and back to it: opening, finding, knocking, leaving, going on."""
