package main

import "errors"

// Before 1.2 nobody outside the SDK could make an error with a code.
func invalid(message string) error {
	return errors.New(message)
}
