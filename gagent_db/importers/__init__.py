"""Bring the transcripts of other programs into the database, again and again, losing and doubling nothing."""
