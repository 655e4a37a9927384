// The smallest faultless server on github.com/modelcontextprotocol/go-sdk.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type echoInput struct {
	Text string `json:"text"`
}

func echo(_ context.Context, _ *mcp.CallToolRequest, in echoInput) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: in.Text}}}, nil, nil
}

func makeServer(offers string) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "minimal", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{
		Name:        "echo",
		Description: "Returns the text that it is given.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, echo)
	if offers != "all" {
		return server
	}
	server.AddResource(&mcp.Resource{URI: "memo://hello", Name: "hello", MIMEType: "text/plain"},
		func(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{
				{URI: request.Params.URI, MIMEType: "text/plain", Text: "Hello."},
			}}, nil
		})
	server.AddPrompt(&mcp.Prompt{
		Name:        "greet",
		Description: "Greets a person.",
		Arguments:   []*mcp.PromptArgument{{Name: "who", Description: "Whom to greet.", Required: true}},
	}, func(_ context.Context, request *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		if request.Params.Arguments["who"] == "" {
			return nil, errors.New("who is missing")
		}
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{
			{Role: "user", Content: &mcp.TextContent{Text: "Greet " + request.Params.Arguments["who"] + "."}},
		}}, nil
	})
	return server
}

// Refuses foreign Host and Origin headers on every request.
func onlyThisHost(host string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		origin := request.Header.Get("Origin")
		if request.Host != host || (origin != "" && origin != "http://"+host) {
			response.WriteHeader(http.StatusForbidden)
			return
		}
		next.ServeHTTP(response, request)
	})
}

func main() {
	transport, offers, port := os.Args[1], os.Args[2], os.Args[3]
	if transport != "http" {
		if err := makeServer(offers).Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			log.Fatal(err)
		}
		return
	}
	server := makeServer(offers)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	host := "127.0.0.1:" + port
	log.Fatal(http.ListenAndServe(host, onlyThisHost(host, handler)))
}
