package clients

import (
	"testing"

	"github.com/hashicorp/go-tfe"
	"github.com/hashicorp/jsonapi"
)

func TestProjects(t *testing.T) {
	client := admin(t)
	created := got(client.Projects.Create(ctx, organization, tfe.ProjectCreateOptions{
		Name:                        "Platform",
		Description:                 tfe.String("Shared services"),
		AutoDestroyActivityDuration: jsonapi.NewNullableAttrWithValue("14d"),
		TagBindings:                 []*tfe.TagBinding{{Key: "team", Value: "platform"}},
	}))(t)
	equal(t, created.Description, "Shared services")
	equal(t, got(created.AutoDestroyActivityDuration.Get())(t), "14d")

	read := got(client.Projects.ReadWithOptions(ctx, created.ID, tfe.ProjectReadOptions{
		Include: []tfe.ProjectIncludeOpt{tfe.ProjectEffectiveTagBindings},
	}))(t)
	equal(t, of(read.EffectiveTagBindings, effectiveTag), []string{"team=platform"})
	_, err := client.Projects.ReadWithOptions(ctx, created.ID, tfe.ProjectReadOptions{
		Include: []tfe.ProjectIncludeOpt{"nonsense"},
	})
	failsWith(t, err, tfe.ErrInvalidIncludeValue)

	createProject(t, client, "Checkout")
	listed := func(options tfe.ProjectListOptions) []string {
		return of(got(client.Projects.List(ctx, organization, &options))(t).Items, projectName)
	}
	equal(t, listed(tfe.ProjectListOptions{Name: "Platform"}), []string{"Platform"})
	equal(t, listed(tfe.ProjectListOptions{Query: "check"}), []string{"Checkout"})
	tagged := tfe.ProjectListOptions{TagBindings: []*tfe.TagBinding{{Key: "team", Value: "platform"}}}
	equal(t, listed(tagged), []string{"Platform"})
	page := got(client.Projects.List(ctx, organization, &tfe.ProjectListOptions{
		ListOptions: tfe.ListOptions{PageNumber: 2, PageSize: 2},
	}))(t)
	equal(t, *page.Pagination, tfe.Pagination{CurrentPage: 2, PreviousPage: 1, TotalPages: 2, TotalCount: 3})

	renamed := got(client.Projects.Update(ctx, created.ID, tfe.ProjectUpdateOptions{Name: tfe.String("Core")}))(t)
	equal(t, renamed.Name, "Core")
	equal(t, renamed.Description, "Shared services")
	cleared := got(client.Projects.Update(ctx, created.ID, tfe.ProjectUpdateOptions{
		Description:                 tfe.String(""),
		AutoDestroyActivityDuration: jsonapi.NewNullNullableAttr[string](),
	}))(t)
	equal(t, cleared.Description, "")
	equal(t, cleared.AutoDestroyActivityDuration.IsSpecified(), false)

	tags := got(client.Projects.AddTagBindings(ctx, created.ID, tfe.ProjectAddTagBindingsOptions{
		TagBindings: []*tfe.TagBinding{{Key: "env", Value: "prod"}},
	}))(t)
	equal(t, of(tags, tag), []string{"team=platform", "env=prod"})
	succeeds(t, client.Projects.DeleteAllTagBindings(ctx, created.ID))
	equal(t, len(got(client.Projects.ListTagBindings(ctx, created.ID))(t)), 0)

	_, err = client.Projects.Create(ctx, organization, tfe.ProjectCreateOptions{Name: "checkout"})
	failsSaying(t, err, "has already been taken")
	_, err = client.Projects.Create(ctx, organization, tfe.ProjectCreateOptions{Name: "a/b"})
	failsSaying(t, err, "Name may only contain")

	workspace := createWorkspace(t, client, "api", created)
	equal(t, workspace.Project.ID, created.ID)
	failsSaying(t, client.Projects.Delete(ctx, created.ID), "workspaces")
	succeeds(t, client.Workspaces.DeleteByID(ctx, workspace.ID))
	succeeds(t, client.Projects.Delete(ctx, created.ID))
	_, err = client.Projects.Read(ctx, created.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func createProject(t *testing.T, client *tfe.Client, name string) *tfe.Project {
	t.Helper()
	return got(client.Projects.Create(ctx, organization, tfe.ProjectCreateOptions{Name: name}))(t)
}

// createWorkspace creates a workspace in a project, or without one in the default project.
func createWorkspace(t *testing.T, client *tfe.Client, name string, project *tfe.Project) *tfe.Workspace {
	t.Helper()
	options := tfe.WorkspaceCreateOptions{Name: tfe.String(name), Project: project}
	return got(client.Workspaces.Create(ctx, organization, options))(t)
}

func tag(binding *tfe.TagBinding) string { return binding.Key + "=" + binding.Value }

func effectiveTag(binding *tfe.EffectiveTagBinding) string { return binding.Key + "=" + binding.Value }

func projectName(project *tfe.Project) string { return project.Name }

func workspaceName(workspace *tfe.Workspace) string { return workspace.Name }
