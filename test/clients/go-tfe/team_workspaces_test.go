package clients

import (
	"testing"

	"github.com/hashicorp/go-tfe"
)

func TestTeamWorkspaces(t *testing.T) {
	client := admin(t)
	team := createTeam(t, client, "ops")
	workspace := createWorkspace(t, client, "api", nil)
	access := got(client.TeamAccess.Add(ctx, tfe.TeamAccessAddOptions{
		Access:    tfe.Access(tfe.AccessPlan),
		Team:      team,
		Workspace: workspace,
	}))(t)
	equal(t, access.Runs, tfe.RunsPermissionPlan)

	read := got(client.TeamAccess.Read(ctx, access.ID))(t)
	equal(t, read.Team.ID, team.ID)
	equal(t, read.Workspace.ID, workspace.ID)
	list := got(client.TeamAccess.List(ctx, &tfe.TeamAccessListOptions{WorkspaceID: workspace.ID}))(t)
	equal(t, of(list.Items, teamWorkspaceID), []string{access.ID})

	updated := got(client.TeamAccess.Update(ctx, access.ID, tfe.TeamAccessUpdateOptions{
		Access:           tfe.Access(tfe.AccessCustom),
		Variables:        tfe.VariablesPermission(tfe.VariablesPermissionWrite),
		WorkspaceLocking: tfe.Bool(true),
	}))(t)
	equal(t, updated.Access, tfe.AccessCustom)
	equal(t, updated.Variables, tfe.VariablesPermissionWrite)
	equal(t, updated.WorkspaceLocking, true)
	updated = got(client.TeamAccess.Update(ctx, access.ID, tfe.TeamAccessUpdateOptions{
		Access: tfe.Access(tfe.AccessRead),
	}))(t)
	equal(t, updated.WorkspaceLocking, false)

	_, err := client.TeamAccess.Update(ctx, access.ID, tfe.TeamAccessUpdateOptions{
		Access: tfe.Access(tfe.AccessRead),
		Runs:   tfe.RunsPermission(tfe.RunsPermissionApply),
	})
	failsSaying(t, err, "Runs is read-only when access level is 'read'")
	_, err = client.TeamAccess.Add(ctx, tfe.TeamAccessAddOptions{
		Access:    tfe.Access(tfe.AccessAdmin),
		Team:      team,
		Workspace: workspace,
	})
	failsSaying(t, err, "has already been")

	succeeds(t, client.TeamAccess.Remove(ctx, access.ID))
	_, err = client.TeamAccess.Read(ctx, access.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func TestWorkspacesOfATeam(t *testing.T) {
	client := admin(t)
	team, api := createTeam(t, client, "ops"), createWorkspace(t, client, "api", nil)
	createWorkspace(t, client, "web", nil)
	access := got(client.TeamAccess.Add(ctx, tfe.TeamAccessAddOptions{
		Access:    tfe.Access(tfe.AccessRead),
		Team:      team,
		Workspace: api,
	}))(t)
	member := clientWith(t, got(client.TeamTokens.Create(ctx, team.ID))(t).Token)
	list := got(member.Workspaces.List(ctx, organization, nil))(t)
	equal(t, of(list.Items, workspaceName), []string{"api"})
	_, err := member.Workspaces.Lock(ctx, api.ID, tfe.WorkspaceLockOptions{})
	failsWith(t, err, tfe.ErrResourceNotFound)

	got(client.TeamAccess.Update(ctx, access.ID, tfe.TeamAccessUpdateOptions{Access: tfe.Access(tfe.AccessWrite)}))(t)
	equal(t, got(member.Workspaces.Lock(ctx, api.ID, tfe.WorkspaceLockOptions{}))(t).Locked, true)
	got(member.Workspaces.Unlock(ctx, api.ID))(t)
	equal(t, createRun(t, member, api).Workspace.ID, api.ID)
	err = member.Workspaces.DeleteByID(ctx, api.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)

	succeeds(t, client.TeamAccess.Remove(ctx, access.ID))
	_, err = member.Workspaces.ReadByID(ctx, api.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func teamWorkspaceID(access *tfe.TeamAccess) string { return access.ID }
