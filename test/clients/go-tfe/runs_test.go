package clients

import (
	"testing"
	"time"

	"github.com/hashicorp/go-tfe"
)

func TestRunEvents(t *testing.T) {
	client := admin(t)
	run := createRun(t, client, createWorkspace(t, client, "api", nil))
	got(client.Comments.Create(ctx, run.ID, tfe.CommentCreateOptions{Body: "Looks good"}))(t)
	list := got(client.RunEvents.List(ctx, run.ID, &tfe.RunEventListOptions{
		Include: []tfe.RunEventIncludeOpt{tfe.RunEventActor, tfe.RunEventComment},
	}))(t)
	last := list.Items[len(list.Items)-1]
	equal(t, last.Action, "commented")
	equal(t, last.Comment.Body, "Looks good")
	equal(t, last.Actor.Username, got(client.Users.ReadCurrent(ctx))(t).Username)
	equal(t, got(client.RunEvents.Read(ctx, last.ID))(t).Action, "commented")
	_, err := client.RunEvents.Read(ctx, "re-0000000000000000")
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func TestRunsOfAnOrganization(t *testing.T) {
	client := admin(t)
	api, web := createWorkspace(t, client, "api", nil), createWorkspace(t, client, "web", nil)
	first, second := createRun(t, client, api), createRun(t, client, web)
	listed := func(options tfe.RunListForOrganizationOptions) []string {
		return of(got(client.Runs.ListForOrganization(ctx, organization, &options))(t).Items, runID)
	}
	equal(t, listed(tfe.RunListForOrganizationOptions{}), []string{second.ID, first.ID})
	equal(t, listed(tfe.RunListForOrganizationOptions{WorkspaceNames: "api"}), []string{first.ID})
	equal(t, listed(tfe.RunListForOrganizationOptions{Source: "tfe-api", Operation: "plan_only"}), []string{})
	_, err := client.Runs.ListForOrganization(ctx, "globex", nil)
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func createRun(t *testing.T, client *tfe.Client, workspace *tfe.Workspace) *tfe.Run {
	t.Helper()
	version := got(client.ConfigurationVersions.Create(ctx, workspace.ID, tfe.ConfigurationVersionCreateOptions{
		AutoQueueRuns: tfe.Bool(false),
	}))(t)
	succeeds(t, client.ConfigurationVersions.Upload(ctx, version.UploadURL, t.TempDir()))
	for version.Status != tfe.ConfigurationUploaded {
		time.Sleep(10 * time.Millisecond)
		version = got(client.ConfigurationVersions.Read(ctx, version.ID))(t)
	}
	return got(client.Runs.Create(ctx, tfe.RunCreateOptions{Workspace: workspace, ConfigurationVersion: version}))(t)
}

func runID(run *tfe.Run) string { return run.ID }
