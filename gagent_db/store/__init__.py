"""The one place that writes sessions, messages, tool calls and media references."""
