"""The smallest faultless server on fastmcp 2, 3 and 4."""

import sys

from fastmcp import Context, FastMCP
from fastmcp.exceptions import NotFoundError
from pydantic import BaseModel

try:
    from mcp import McpError
    from mcp.types import ErrorData

    not_found = McpError(ErrorData(code=-32002, message="Resource not found"))
except ImportError:
    # FastMCP 4, which builds upon mcp 2.
    not_found = NotFoundError("Resource not found")

transport, offers, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
mcp = FastMCP("minimal")


@mcp.tool(annotations={"readOnlyHint": True})
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
            raise not_found
        return "The first note."

    @mcp.prompt
    def greet(who: str) -> str:
        """Greets a person."""
        return f"Greet {who}."

    class Measure(BaseModel):
        length: int

    @mcp.tool(annotations={"readOnlyHint": True})
    async def measure(text: str, ctx: Context) -> Measure:
        """Returns how long the text is."""
        await ctx.report_progress(1, 1)
        await ctx.info("measured")
        return Measure(length=len(text))


class OnlyThisHost:
    """Refuses foreign Host and Origin headers; FastMCP 2 has no check of its own, later versions have it off."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        headers = dict(scope.get("headers", []))
        here = f"127.0.0.1:{port}".encode()
        foreign = headers.get(b"host") != here or headers.get(b"origin", b"http://" + here) != b"http://" + here
        if scope["type"] == "http" and foreign:
            await send({"type": "http.response.start", "status": 403, "headers": []})
            await send({"type": "http.response.body", "body": b""})
        else:
            await self.app(scope, receive, send)


if transport == "http":
    from starlette.middleware import Middleware

    mcp.run(transport="http", port=port, show_banner=False, middleware=[Middleware(OnlyThisHost)])
else:
    mcp.run(show_banner=False)
