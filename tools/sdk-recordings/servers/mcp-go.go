// The smallest faultless server on github.com/mark3labs/mcp-go.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func echo(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, err := request.RequireString("text")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText(text), nil
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
	options := []server.ServerOption{}
	if offers == "all" {
		options = append(more(), server.WithPaginationLimit(1))
	}
	s := server.NewMCPServer("minimal", "1.0.0", options...)
	s.AddTool(mcp.NewTool("echo",
		mcp.WithDescription("Returns the text that it is given."),
		mcp.WithString("text", mcp.Required()),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithDestructiveHintAnnotation(false),
	), echo)
	if offers == "all" {
		s.AddResource(mcp.NewResource("memo://hello", "hello", mcp.WithMIMEType("text/plain")),
			func(_ context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
				return []mcp.ResourceContents{
					mcp.TextResourceContents{URI: request.Params.URI, MIMEType: "text/plain", Text: "Hello."},
				}, nil
			})
		s.AddResourceTemplate(mcp.NewResourceTemplate("memo://notes/{name}", "note", mcp.WithTemplateMIMEType("text/plain")),
			func(_ context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
				if request.Params.URI != "memo://notes/first" {
					return nil, server.ErrResourceNotFound
				}
				return []mcp.ResourceContents{
					mcp.TextResourceContents{URI: request.Params.URI, MIMEType: "text/plain", Text: "The first note."},
				}, nil
			})
		s.AddTool(measureTool(), measure)
		s.AddPrompt(mcp.NewPrompt("greet",
			mcp.WithPromptDescription("Greets a person."),
			mcp.WithArgument("who", mcp.ArgumentDescription("Whom to greet."), mcp.RequiredArgument()),
		), func(_ context.Context, request mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			if request.Params.Arguments["who"] == "" {
				return nil, invalid("who is missing")
			}
			return mcp.NewGetPromptResult("", []mcp.PromptMessage{
				mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent("Greet "+request.Params.Arguments["who"]+".")),
			}), nil
		})
	}
	if transport != "http" {
		if err := server.ServeStdio(s); err != nil {
			log.Fatal(err)
		}
		return
	}
	handler := http.NewServeMux()
	handler.Handle("/mcp", server.NewStreamableHTTPServer(s))
	host := "127.0.0.1:" + port
	log.Fatal(http.ListenAndServe(host, onlyThisHost(host, handler)))
}
