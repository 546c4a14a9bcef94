package clients

import (
	"testing"

	"github.com/hashicorp/go-tfe"
)

func TestTeamProjects(t *testing.T) {
	client := admin(t)
	team := createTeam(t, client, "ops")
	project := createProject(t, client, "Platform")
	access := got(client.TeamProjectAccess.Add(ctx, tfe.TeamProjectAccessAddOptions{
		Access:  tfe.TeamProjectAccessRead,
		Team:    team,
		Project: project,
	}))(t)
	equal(t, access.WorkspaceAccess.WorkspaceRunsPermission, tfe.WorkspaceRunsPermissionRead)

	read := got(client.TeamProjectAccess.Read(ctx, access.ID))(t)
	equal(t, read.Team.ID, team.ID)
	equal(t, read.Project.ID, project.ID)
	list := got(client.TeamProjectAccess.List(ctx, tfe.TeamProjectAccessListOptions{ProjectID: project.ID}))(t)
	equal(t, of(list.Items, teamProjectID), []string{access.ID})

	custom, maintain := tfe.TeamProjectAccessCustom, tfe.TeamProjectAccessMaintain
	settings, runs := tfe.ProjectSettingsPermissionUpdate, tfe.WorkspaceRunsPermissionPlan
	updated := got(client.TeamProjectAccess.Update(ctx, access.ID, tfe.TeamProjectAccessUpdateOptions{
		Access:          &custom,
		ProjectAccess:   &tfe.TeamProjectAccessProjectPermissionsOptions{Settings: &settings},
		WorkspaceAccess: &tfe.TeamProjectAccessWorkspacePermissionsOptions{Runs: &runs},
	}))(t)
	equal(t, updated.ProjectAccess.ProjectSettingsPermission, settings)
	equal(t, updated.WorkspaceAccess.WorkspaceRunsPermission, runs)
	updated = got(client.TeamProjectAccess.Update(ctx, access.ID, tfe.TeamProjectAccessUpdateOptions{
		Access: &maintain,
	}))(t)
	equal(t, updated.WorkspaceAccess.WorkspaceRunsPermission, tfe.WorkspaceRunsPermissionApply)

	_, err := client.TeamProjectAccess.Add(ctx, tfe.TeamProjectAccessAddOptions{
		Access:  tfe.TeamProjectAccessAdmin,
		Team:    team,
		Project: project,
	})
	failsSaying(t, err, "has already been")
	_, err = client.TeamProjectAccess.Add(ctx, tfe.TeamProjectAccessAddOptions{
		Access:  tfe.TeamProjectAccessAdmin,
		Team:    &tfe.Team{ID: "team-0000000000000000"},
		Project: project,
	})
	failsWith(t, err, tfe.ErrResourceNotFound)

	succeeds(t, client.TeamProjectAccess.Remove(ctx, access.ID))
	_, err = client.TeamProjectAccess.Read(ctx, access.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func teamProjectID(access *tfe.TeamProjectAccess) string { return access.ID }
