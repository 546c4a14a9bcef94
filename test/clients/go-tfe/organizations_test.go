package clients

import (
	"testing"

	"github.com/hashicorp/go-tfe"
)

func TestOrganizations(t *testing.T) {
	client := admin(t)
	created := got(client.Organizations.Create(ctx, tfe.OrganizationCreateOptions{
		Name:  tfe.String("globex"),
		Email: tfe.String("ops@globex.example"),
	}))(t)
	equal(t, created.Name, "globex")
	equal(t, created.Permissions.CanUpdate, true)

	read := got(client.Organizations.ReadWithOptions(ctx, "globex", tfe.OrganizationReadOptions{
		Include: []tfe.OrganizationIncludeOpt{tfe.OrganizationDefaultProject},
	}))(t)
	equal(t, read.DefaultProject.Name, "Default Project")

	list := got(client.Organizations.List(ctx, &tfe.OrganizationListOptions{Query: "glob"}))(t)
	equal(t, of(list.Items, organizationName), []string{"globex"})

	_, err := client.Organizations.Create(ctx, tfe.OrganizationCreateOptions{
		Name:  tfe.String("globex"),
		Email: tfe.String("ops@globex.example"),
	})
	failsSaying(t, err, "has already been taken")

	pool := got(client.AgentPools.Create(ctx, "globex", tfe.AgentPoolCreateOptions{Name: tfe.String("private")}))(t)
	updated := got(client.Organizations.Update(ctx, "globex", tfe.OrganizationUpdateOptions{
		DefaultExecutionMode: tfe.String("agent"),
		DefaultAgentPool:     &tfe.AgentPool{ID: pool.ID},
	}))(t)
	equal(t, updated.DefaultExecutionMode, "agent")
	equal(t, updated.DefaultAgentPool.ID, pool.ID)
	cleared := got(client.Organizations.Update(ctx, "globex", tfe.OrganizationUpdateOptions{
		DefaultExecutionMode: tfe.String("remote"),
	}))(t)
	equal(t, cleared.DefaultExecutionMode, "remote")
	equal(t, cleared.DefaultAgentPool, nil)

	equal(t, got(client.Organizations.ReadEntitlements(ctx, "globex"))(t).Agents, true)

	succeeds(t, client.Organizations.Delete(ctx, "globex"))
	_, err = client.Organizations.Read(ctx, "globex")
	failsWith(t, err, tfe.ErrResourceNotFound)

	_, err = clientWith(t, "unknown").Organizations.List(ctx, nil)
	failsWith(t, err, tfe.ErrUnauthorized)
}

func organizationName(organization *tfe.Organization) string { return organization.Name }
