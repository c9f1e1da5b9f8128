"""The doors for agents: tools, MCP, slash commands, recording, the G-Agent drop-in."""
