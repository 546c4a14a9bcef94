package clients

import (
	"testing"

	"github.com/hashicorp/go-tfe"
)

func TestAgentTokens(t *testing.T) {
	client := admin(t)
	pool := got(client.AgentPools.Create(ctx, organization, tfe.AgentPoolCreateOptions{Name: tfe.String("private")}))(t)
	created := got(client.AgentTokens.Create(ctx, pool.ID, tfe.AgentTokenCreateOptions{
		Description: tfe.String("first"),
	}))(t)
	equal(t, created.Token != "", true)
	read := got(client.AgentTokens.Read(ctx, created.ID))(t)
	equal(t, read.Description, "first")
	equal(t, read.Token, "")
	equal(t, len(got(client.AgentTokens.List(ctx, pool.ID))(t).Items), 1)
	_, err := clientWith(t, created.Token).Projects.List(ctx, organization, nil)
	failsWith(t, err, tfe.ErrResourceNotFound)

	succeeds(t, client.AgentTokens.Delete(ctx, created.ID))
	_, err = client.AgentTokens.Read(ctx, created.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
}
