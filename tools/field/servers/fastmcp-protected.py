"""A protected server on FastMCP: tokens that are checked here (jwt), or at the authorization server (introspection)."""

import sys

from fastmcp import FastMCP
from fastmcp.server.auth import RemoteAuthProvider
from fastmcp.server.auth.providers.introspection import IntrospectionTokenVerifier
from fastmcp.server.auth.providers.jwt import JWTVerifier

port, issuer, checked = int(sys.argv[1]), sys.argv[2], sys.argv[3]
base = f"http://127.0.0.1:{port}"
resource = f"{base}/mcp"
scopes = ["notes:read"]

if checked == "introspection":
    verifier = IntrospectionTokenVerifier(
        introspection_url=f"{issuer}/{sys.argv[4]}",
        client_id="resource-server",
        client_secret="only for tests",
        required_scopes=scopes,
        audience=resource,
    )
else:
    verifier = JWTVerifier(jwks_uri=f"{issuer}/jwks", issuer=issuer, audience=resource, required_scopes=scopes)

mcp = FastMCP("protected-notes", auth=RemoteAuthProvider(verifier, [issuer], base))


@mcp.tool(annotations={"readOnlyHint": True})
def count_notes() -> str:
    """Counts the notes."""
    return "3"


mcp.run(transport="http", port=port, show_banner=False)
