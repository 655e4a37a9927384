"""The smallest faultless server on mcp 2.x."""

import sys

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations

transport, offers, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
mcp = MCPServer("minimal", version="1.0.0")


@mcp.tool(annotations=ToolAnnotations(read_only_hint=True))
def echo(text: str) -> str:
    """Returns the text that it is given."""
    return text


if offers == "all":

    @mcp.resource("memo://hello", mime_type="text/plain")
    def hello() -> str:
        return "Hello."

    @mcp.prompt()
    def greet(who: str) -> str:
        """Greets a person."""
        return f"Greet {who}."


if transport == "http":
    mcp.run("streamable-http", port=port)
else:
    mcp.run("stdio")
