"""The database file, and its sessions, messages, tool calls, media references and artifacts.

Imports write in batches of their own (``importers.bulk``); everybody else writes these tables here.
"""
