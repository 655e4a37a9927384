// What the server offers besides on mcp-go before it had structured results and completion.
package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func more() []server.ServerOption {
	return []server.ServerOption{server.WithLogging()}
}

func measureTool() mcp.Tool {
	return mcp.NewTool("measure",
		mcp.WithDescription("Returns how long the text is."),
		mcp.WithString("text", mcp.Required()),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithDestructiveHintAnnotation(false),
	)
}

func measure(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, err := request.RequireString("text")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	result, err := json.Marshal(map[string]int{"length": len(text)})
	return mcp.NewToolResultText(string(result)), err
}

func invalid(message string) error {
	return errors.New(message)
}
