package main

import "github.com/modelcontextprotocol/go-sdk/jsonrpc"

// An error with the code for params that do not fit.
func invalid(message string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message}
}
