// Package clients uses the emulator through HashiCorp's Go client, in the order in which its users do.
package clients

import (
	"context"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/go-tfe"
)

// The organization of a new emulator.
const organization = "acme"

var ctx = context.Background()

// admin returns a client with the token of TFE_TOKEN, which belongs to an owner.
func admin(t *testing.T) *tfe.Client {
	return clientWith(t, os.Getenv("TFE_TOKEN"))
}

func clientWith(t *testing.T, token string) *tfe.Client {
	t.Helper()
	return got(tfe.NewClient(&tfe.Config{Address: os.Getenv("TFE_ADDRESS"), Token: token}))(t)
}

// got returns the value, and ends the test if there is an error: got(client.Projects.Read(ctx, id))(t).
func got[T any](value T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		succeeds(t, err)
		return value
	}
}

func succeeds(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T any](t *testing.T, value, expected T) {
	t.Helper()
	if !reflect.DeepEqual(value, expected) {
		t.Fatalf("got %v, expected %v", value, expected)
	}
}

// failsWith expects one of the client's errors.
func failsWith(t *testing.T, err, expected error) {
	t.Helper()
	if !errors.Is(err, expected) {
		t.Fatalf("got error %v, expected %v", err, expected)
	}
}

// failsSaying expects an error with this text.
func failsSaying(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Fatalf("got error %v, expected %q", err, text)
	}
}

// of maps items to what is compared of them.
func of[T, V any](items []T, value func(T) V) []V {
	values := make([]V, len(items))
	for index, item := range items {
		values[index] = value(item)
	}
	return values
}
