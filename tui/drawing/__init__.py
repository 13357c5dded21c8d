"""Everything that is drawn: pure functions from facts to cells. Textual is not known here."""
