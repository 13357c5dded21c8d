"""What can be looked back at: records, and the matches that are kept."""
