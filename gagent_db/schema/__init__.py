"""The tables, and how they are created, upgraded and checked."""
