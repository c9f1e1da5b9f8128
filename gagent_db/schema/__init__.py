"""The tables and how they come to be."""
