// The smallest faultless server on github.com/modelcontextprotocol/go-sdk.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type echoInput struct {
	Text string `json:"text"`
}

func echo(_ context.Context, _ *mcp.CallToolRequest, in echoInput) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: in.Text}}}, nil, nil
}

type length struct {
	Length int `json:"length"`
}

func measure(_ context.Context, _ *mcp.CallToolRequest, in echoInput) (*mcp.CallToolResult, length, error) {
	return nil, length{Length: len(in.Text)}, nil
}

func complete(_ context.Context, request *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	known := map[string][]string{"greet/who": {"Ada", "Alan"}, "memo://notes/{name}/name": {"first"}}
	ref, argument := request.Params.Ref, request.Params.Argument
	if ref == nil {
		return nil, invalid("ref is missing")
	}
	names, isKnown := known[ref.Name+ref.URI+"/"+argument.Name]
	if !isKnown {
		return nil, invalid("there is nothing to complete")
	}
	values := []string{}
	for _, name := range names {
		if strings.HasPrefix(name, argument.Value) {
			values = append(values, name)
		}
	}
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: values}}, nil
}

func options(offers string) *mcp.ServerOptions {
	if offers != "all" {
		return nil
	}
	return &mcp.ServerOptions{
		PageSize:          1,
		CompletionHandler: complete,
		SubscribeHandler: func(_ context.Context, request *mcp.SubscribeRequest) error {
			if request.Params.URI != "memo://hello" {
				return mcp.ResourceNotFoundError(request.Params.URI)
			}
			return nil
		},
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
	}
}

func read(uri, text string) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: "text/plain", Text: text}}}
}

func makeServer(offers string) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "minimal", Version: "1.0.0"}, options(offers))
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
			return read(request.Params.URI, "Hello."), nil
		})
	server.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "memo://notes/{name}", Name: "note", MIMEType: "text/plain"},
		func(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			if request.Params.URI != "memo://notes/first" {
				return nil, mcp.ResourceNotFoundError(request.Params.URI)
			}
			return read(request.Params.URI, "The first note."), nil
		})
	mcp.AddTool(server, &mcp.Tool{
		Name:        "measure",
		Description: "Returns how long the text is.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, measure)
	server.AddPrompt(&mcp.Prompt{
		Name:        "greet",
		Description: "Greets a person.",
		Arguments:   []*mcp.PromptArgument{{Name: "who", Description: "Whom to greet.", Required: true}},
	}, func(_ context.Context, request *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		if request.Params.Arguments["who"] == "" {
			return nil, invalid("who is missing")
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
