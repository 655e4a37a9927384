// A protected server on github.com/modelcontextprotocol/go-sdk, whose tokens are checked with github.com/coreos/go-oidc.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

const metadataPath = "/.well-known/oauth-protected-resource/mcp"

func countNotes(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "3"}}}, nil, nil
}

func main() {
	port, issuer := os.Args[1], os.Args[2]
	base := "http://127.0.0.1:" + port
	resource := base + "/mcp"
	scopes := []string{"notes:read"}

	keys := oidc.NewRemoteKeySet(context.Background(), issuer+"/jwks")
	verifier := oidc.NewVerifier(issuer, keys, &oidc.Config{ClientID: resource})
	verify := func(ctx context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		checked, err := verifier.Verify(ctx, token)
		if err != nil {
			return nil, fmt.Errorf("%w: %v", auth.ErrInvalidToken, err)
		}
		var claims struct {
			Scope string `json:"scope"`
		}
		if err := checked.Claims(&claims); err != nil {
			return nil, fmt.Errorf("%w: %v", auth.ErrInvalidToken, err)
		}
		return &auth.TokenInfo{
			Scopes: strings.Fields(claims.Scope), Expiration: checked.Expiry, UserID: checked.Subject,
		}, nil
	}

	server := mcp.NewServer(&mcp.Implementation{Name: "protected-notes", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{
		Name:        "count_notes",
		Description: "Counts the notes.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, countNotes)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	protect := auth.RequireBearerToken(verify, &auth.RequireBearerTokenOptions{
		ResourceMetadataURL: base + metadataPath, Scopes: scopes,
	})
	http.Handle(metadataPath, auth.ProtectedResourceMetadataHandler(&oauthex.ProtectedResourceMetadata{
		Resource: resource, AuthorizationServers: []string{issuer}, ScopesSupported: scopes,
	}))
	http.Handle("/mcp", protect(handler))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
