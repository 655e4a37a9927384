// What the server offers besides on mcp-go since it has structured results and completion.
package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func more() []server.ServerOption {
	return []server.ServerOption{
		server.WithCompletions(),
		server.WithPromptCompletionProvider(names{}),
		server.WithResourceCompletionProvider(names{}),
	}
}

type names struct{}

func (names) CompletePromptArgument(
	_ context.Context, prompt string, argument mcp.CompleteArgument, _ mcp.CompleteContext,
) (*mcp.Completion, error) {
	if prompt != "greet" || argument.Name != "who" {
		return nil, invalid("there is nothing to complete")
	}
	return startingWith(argument.Value, "Ada", "Alan"), nil
}

func (names) CompleteResourceArgument(
	_ context.Context, uri string, argument mcp.CompleteArgument, _ mcp.CompleteContext,
) (*mcp.Completion, error) {
	if uri != "memo://notes/{name}" || argument.Name != "name" {
		return nil, invalid("there is nothing to complete")
	}
	return startingWith(argument.Value, "first"), nil
}

func startingWith(start string, known ...string) *mcp.Completion {
	values := []string{}
	for _, name := range known {
		if strings.HasPrefix(name, start) {
			values = append(values, name)
		}
	}
	return &mcp.Completion{Values: values}
}

type length struct {
	Length int `json:"length"`
}

func measureTool() mcp.Tool {
	return mcp.NewTool("measure",
		mcp.WithDescription("Returns how long the text is."),
		mcp.WithString("text", mcp.Required()),
		mcp.WithOutputSchema[length](),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithDestructiveHintAnnotation(false),
	)
}

func measure(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, err := request.RequireString("text")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultStructuredOnly(length{Length: len(text)}), nil
}

func invalid(message string) error {
	return fmt.Errorf("%s: %w", message, mcp.ErrInvalidParams)
}
