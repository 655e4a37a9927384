"""The smallest faultless server on mcp 1.x."""

import inspect
import sys

from mcp.server.fastmcp import Context, FastMCP
from mcp.shared.exceptions import McpError
from mcp.types import INVALID_PARAMS, Completion, ErrorData
from pydantic import BaseModel

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

    @mcp.resource("memo://notes/{name}", mime_type="text/plain")
    def note(name: str) -> str:
        if name != "first":
            raise McpError(ErrorData(code=-32002, message="Resource not found"))
        return "The first note."

    @mcp.prompt()
    def greet(who: str) -> str:
        """Greets a person."""
        return f"Greet {who}."

    class Measure(BaseModel):
        length: int

    @mcp.tool(**hints)
    async def measure(text: str, ctx: Context) -> Measure:
        """Returns how long the text is."""
        await ctx.report_progress(1, 1)
        await ctx.info("measured")
        return Measure(length=len(text))

    # Completion came with 1.10.
    if hasattr(mcp, "completion"):

        @mcp.completion()
        async def complete(ref, argument, context):
            known = {"greet": {"who": ["Ada", "Alan"]}, "memo://notes/{name}": {"name": ["first"]}}
            names = known.get(getattr(ref, "name", None) or getattr(ref, "uri", None), {}).get(argument.name)
            if names is None:
                raise McpError(ErrorData(code=INVALID_PARAMS, message="There is nothing to complete"))
            return Completion(values=[name for name in names if name.startswith(argument.value)])


mcp.run("streamable-http" if transport == "http" else "stdio")
