"""The smallest faultless server on mcp 1.x."""

import inspect
import sys

from mcp.server.fastmcp import FastMCP

transport, offers, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
settings = {}
if transport == "http":
    # On by default in late versions only.
    from mcp.server.transport_security import TransportSecuritySettings

    here = f"127.0.0.1:{port}"
    settings["transport_security"] = TransportSecuritySettings(
        enable_dns_rebinding_protection=True, allowed_hosts=[here], allowed_origins=[f"http://{here}"]
    )
mcp = FastMCP("minimal", port=port, **settings)

# Annotations came with 1.7.
hints = {}
if "annotations" in inspect.signature(mcp.tool).parameters:
    from mcp.types import ToolAnnotations

    hints["annotations"] = ToolAnnotations(readOnlyHint=True)


@mcp.tool(**hints)
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


mcp.run("streamable-http" if transport == "http" else "stdio")
