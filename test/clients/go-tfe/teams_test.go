package clients

import (
	"testing"

	"github.com/hashicorp/go-tfe"
)

func TestTeams(t *testing.T) {
	client := admin(t)
	created := got(client.Teams.Create(ctx, organization, tfe.TeamCreateOptions{
		Name:               tfe.String("ops"),
		OrganizationAccess: &tfe.OrganizationAccessOptions{ManageProjects: tfe.Bool(true)},
	}))(t)
	equal(t, created.Visibility, "secret")
	equal(t, created.OrganizationAccess.ManageProjects, true)
	equal(t, created.OrganizationAccess.ManageWorkspaces, false)

	read := got(client.Teams.Read(ctx, created.ID))(t)
	equal(t, read.Permissions.CanDestroy, true)
	listed := func(options tfe.TeamListOptions) []string {
		return of(got(client.Teams.List(ctx, organization, &options))(t).Items, teamName)
	}
	createTeam(t, client, "dev")
	equal(t, listed(tfe.TeamListOptions{Names: []string{"ops", "dev"}}), []string{"dev", "ops"})
	equal(t, listed(tfe.TeamListOptions{Query: "op"}), []string{"ops"})
	withUsers := tfe.TeamListOptions{Include: []tfe.TeamIncludeOpt{tfe.TeamUsers}}
	equal(t, listed(withUsers), []string{"dev", "ops", "owners"})

	updated := got(client.Teams.Update(ctx, created.ID, tfe.TeamUpdateOptions{
		SSOTeamID:          tfe.String("7dddb675"),
		OrganizationAccess: &tfe.OrganizationAccessOptions{ManageWorkspaces: tfe.Bool(true)},
		Visibility:         tfe.String("organization"),
	}))(t)
	equal(t, updated.SSOTeamID, "7dddb675")
	equal(t, updated.Visibility, "organization")
	equal(t, updated.OrganizationAccess.ManageProjects, true)
	equal(t, updated.OrganizationAccess.ManageWorkspaces, true)
	cleared := got(client.Teams.Update(ctx, created.ID, tfe.TeamUpdateOptions{SSOTeamID: tfe.String("")}))(t)
	equal(t, cleared.SSOTeamID, "")

	_, err := client.Teams.Create(ctx, organization, tfe.TeamCreateOptions{Name: tfe.String("dev")})
	failsSaying(t, err, "has already been taken")
	_, err = client.Teams.Update(ctx, created.ID, tfe.TeamUpdateOptions{Visibility: tfe.String("public")})
	failsSaying(t, err, "Visibility")
	_, err = client.Teams.Create(ctx, "globex", tfe.TeamCreateOptions{Name: tfe.String("dev")})
	failsWith(t, err, tfe.ErrResourceNotFound)

	succeeds(t, client.Teams.Delete(ctx, created.ID))
	_, err = client.Teams.Read(ctx, created.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
	failsWith(t, client.Teams.Delete(ctx, created.ID), tfe.ErrResourceNotFound)
}

func createTeam(t *testing.T, client *tfe.Client, name string) *tfe.Team {
	t.Helper()
	return got(client.Teams.Create(ctx, organization, tfe.TeamCreateOptions{Name: tfe.String(name)}))(t)
}

func teamName(team *tfe.Team) string { return team.Name }
