"""The smallest faultless server on mcp 2.x."""

import sys

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, Completion, ToolAnnotations
from pydantic import BaseModel

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

    @mcp.resource("memo://notes/{name}", mime_type="text/plain")
    def note(name: str) -> str:
        if name != "first":
            raise ResourceNotFoundError("Resource not found")
        return "The first note."

    @mcp.prompt()
    def greet(who: str) -> str:
        """Greets a person."""
        return f"Greet {who}."

    class Measure(BaseModel):
        length: int

    @mcp.tool(annotations=ToolAnnotations(read_only_hint=True))
    async def measure(text: str, ctx: Context) -> Measure:
        """Returns how long the text is."""
        await ctx.report_progress(1, 1)
        return Measure(length=len(text))

    @mcp.completion()
    async def complete(ref, argument, context):
        known = {"greet": {"who": ["Ada", "Alan"]}, "memo://notes/{name}": {"name": ["first"]}}
        names = known.get(getattr(ref, "name", None) or getattr(ref, "uri", None), {}).get(argument.name)
        if names is None:
            raise MCPError(code=INVALID_PARAMS, message="There is nothing to complete")
        return Completion(values=[name for name in names if name.startswith(argument.value)])


if transport == "http":
    mcp.run("streamable-http", port=port)
else:
    mcp.run("stdio")
