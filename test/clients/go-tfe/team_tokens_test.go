package clients

import (
	"testing"
	"time"

	"github.com/hashicorp/go-tfe"
)

func TestTeamTokens(t *testing.T) {
	client := admin(t)
	team := createTeam(t, client, "ops")
	first := got(client.TeamTokens.Create(ctx, team.ID))(t)
	second := got(client.TeamTokens.Create(ctx, team.ID))(t)
	_, err := clientWith(t, first.Token).Organizations.List(ctx, nil)
	failsWith(t, err, tfe.ErrUnauthorized)
	equal(t, got(client.TeamTokens.Read(ctx, team.ID))(t).ID, second.ID)
	equal(t, got(client.TeamTokens.Read(ctx, team.ID))(t).Token, "")
	succeeds(t, client.TeamTokens.Delete(ctx, team.ID))
	_, err = client.TeamTokens.Read(ctx, team.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)

	tomorrow := time.Now().UTC().Truncate(time.Second).Add(24 * time.Hour)
	expiring := got(client.TeamTokens.CreateWithOptions(ctx, team.ID, tfe.TeamTokenCreateOptions{
		Description: tfe.String("pipeline"),
		ExpiredAt:   &tomorrow,
	}))(t)
	equal(t, expiring.ExpiredAt, tomorrow)
	got(client.TeamTokens.CreateWithOptions(ctx, team.ID, tfe.TeamTokenCreateOptions{
		Description: tfe.String("nightly"),
	}))(t)
	_, err = client.TeamTokens.CreateWithOptions(ctx, team.ID, tfe.TeamTokenCreateOptions{
		Description: tfe.String("nightly"),
	})
	failsSaying(t, err, "Description has already been taken")

	list := got(client.TeamTokens.List(ctx, organization, &tfe.TeamTokenListOptions{
		Query: "ops",
		Sort:  "expired-at",
	}))(t)
	equal(t, of(list.Items, description), []string{"pipeline", "nightly"})
	succeeds(t, client.TeamTokens.DeleteByID(ctx, expiring.ID))
	_, err = client.TeamTokens.ReadByID(ctx, expiring.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func TestTokenOfATeam(t *testing.T) {
	client := admin(t)
	team := createTeam(t, client, "ops")
	platform, checkout := createProject(t, client, "Platform"), createProject(t, client, "Checkout")
	workspace := createWorkspace(t, client, "api", platform)
	member := clientWith(t, got(client.TeamTokens.Create(ctx, team.ID))(t).Token)
	projects := func() []string {
		return of(got(member.Projects.List(ctx, organization, nil))(t).Items, projectName)
	}
	equal(t, projects(), []string{})

	access := got(client.TeamProjectAccess.Add(ctx, tfe.TeamProjectAccessAddOptions{
		Access:  tfe.TeamProjectAccessRead,
		Team:    team,
		Project: platform,
	}))(t)
	equal(t, projects(), []string{"Platform"})
	equal(t, got(member.Workspaces.ReadByID(ctx, workspace.ID))(t).Name, "api")
	_, err := member.Projects.Read(ctx, checkout.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
	rename := tfe.ProjectUpdateOptions{Name: tfe.String("Core")}
	_, err = member.Projects.Update(ctx, platform.ID, rename)
	failsWith(t, err, tfe.ErrResourceNotFound)

	adminAccess := tfe.TeamProjectAccessAdmin
	got(client.TeamProjectAccess.Update(ctx, access.ID, tfe.TeamProjectAccessUpdateOptions{Access: &adminAccess}))(t)
	equal(t, got(member.Projects.Update(ctx, platform.ID, rename))(t).Name, "Core")

	manage := &tfe.OrganizationAccessOptions{ManageProjects: tfe.Bool(true)}
	got(client.Teams.Update(ctx, team.ID, tfe.TeamUpdateOptions{OrganizationAccess: manage}))(t)
	equal(t, projects(), []string{"Checkout", "Core", "Default Project"})
	succeeds(t, member.Projects.Delete(ctx, checkout.ID))

	succeeds(t, client.Teams.Delete(ctx, team.ID))
	_, err = member.Projects.List(ctx, organization, nil)
	failsWith(t, err, tfe.ErrUnauthorized)
}

func TestTeamVisibility(t *testing.T) {
	client := admin(t)
	secret := createTeam(t, client, "secret")
	visible := got(client.Teams.Create(ctx, organization, tfe.TeamCreateOptions{
		Name:       tfe.String("visible"),
		Visibility: tfe.String("organization"),
	}))(t)
	member := clientWith(t, got(client.TeamTokens.Create(ctx, visible.ID))(t).Token)

	names := of(got(member.Teams.List(ctx, organization, nil))(t).Items, teamName)
	equal(t, names, []string{"owners", "visible"})
	got(member.Teams.Read(ctx, visible.ID))(t)
	_, err := member.Teams.Read(ctx, secret.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func description(token *tfe.TeamToken) string { return *token.Description }
