package clients

import (
	"testing"

	"github.com/hashicorp/go-tfe"
)

func TestVariableSets(t *testing.T) {
	client := admin(t)
	project := createProject(t, client, "Platform")
	workspace := createWorkspace(t, client, "api", project)
	created := createVariableSet(t, client, "aws")
	equal(t, created.Priority, false)

	include := []tfe.VariableSetIncludeOpt{tfe.VariableSetProjects, tfe.VariableSetWorkspaces, tfe.VariableSetVars}
	read := func() *tfe.VariableSet {
		return got(client.VariableSets.Read(ctx, created.ID, &tfe.VariableSetReadOptions{Include: &include}))(t)
	}
	createVariableSet(t, client, "gcp")
	list := got(client.VariableSets.List(ctx, organization, &tfe.VariableSetListOptions{Query: "aw"}))(t)
	equal(t, of(list.Items, variableSetName), []string{"aws"})

	updated := got(client.VariableSets.Update(ctx, created.ID, &tfe.VariableSetUpdateOptions{
		Description: tfe.String("Credentials"),
		Priority:    tfe.Bool(true),
	}))(t)
	equal(t, updated.Description, "Credentials")
	equal(t, updated.Priority, true)
	cleared := got(client.VariableSets.Update(ctx, created.ID, &tfe.VariableSetUpdateOptions{
		Description: tfe.String(""),
	}))(t)
	equal(t, cleared.Description, "")

	projects := []*tfe.Project{project}
	succeeds(t, client.VariableSets.ApplyToProjects(ctx, created.ID, tfe.VariableSetApplyToProjectsOptions{
		Projects: projects,
	}))
	succeeds(t, client.VariableSets.ApplyToWorkspaces(ctx, created.ID, &tfe.VariableSetApplyToWorkspacesOptions{
		Workspaces: []*tfe.Workspace{workspace},
	}))
	equal(t, of(read().Projects, projectName), []string{"Platform"})
	equal(t, of(read().Workspaces, workspaceName), []string{"api"})
	ofProject := got(client.VariableSets.ListForProject(ctx, project.ID, nil))(t)
	equal(t, of(ofProject.Items, variableSetName), []string{"aws"})
	ofWorkspace := got(client.VariableSets.ListForWorkspace(ctx, workspace.ID, nil))(t)
	equal(t, of(ofWorkspace.Items, variableSetName), []string{"aws"})
	succeeds(t, client.VariableSets.RemoveFromProjects(ctx, created.ID, tfe.VariableSetRemoveFromProjectsOptions{
		Projects: projects,
	}))
	equal(t, len(read().Projects), 0)
	replaced := got(client.VariableSets.UpdateWorkspaces(ctx, created.ID, &tfe.VariableSetUpdateWorkspacesOptions{
		Workspaces: []*tfe.Workspace{},
	}))(t)
	equal(t, len(replaced.Workspaces), 0)

	_, err := client.VariableSets.Create(ctx, organization, &tfe.VariableSetCreateOptions{
		Name:   tfe.String("aws"),
		Global: tfe.Bool(false),
	})
	failsSaying(t, err, "has already been taken")
	unknown := []*tfe.Project{{ID: "prj-0000000000000000"}}
	err = client.VariableSets.ApplyToProjects(ctx, created.ID, tfe.VariableSetApplyToProjectsOptions{Projects: unknown})
	failsSaying(t, err, "does not belong to the organization")

	succeeds(t, client.VariableSets.Delete(ctx, created.ID))
	_, err = client.VariableSets.Read(ctx, created.ID, nil)
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func TestVariableSetsOfProjects(t *testing.T) {
	client := admin(t)
	project := createProject(t, client, "Platform")
	owned := got(client.VariableSets.Create(ctx, organization, &tfe.VariableSetCreateOptions{
		Name:   tfe.String("aws"),
		Global: tfe.Bool(false),
		Parent: &tfe.Parent{Project: project},
	}))(t)
	equal(t, owned.Parent.Project.ID, project.ID)
	equal(t, createVariableSet(t, client, "gcp").Parent.Organization.Name, organization)

	_, err := client.VariableSets.Create(ctx, organization, &tfe.VariableSetCreateOptions{
		Name:   tfe.String("global"),
		Global: tfe.Bool(true),
		Parent: &tfe.Parent{Project: project},
	})
	failsSaying(t, err, "lobal")
	_, err = client.VariableSets.Update(ctx, owned.ID, &tfe.VariableSetUpdateOptions{Global: tfe.Bool(true)})
	failsSaying(t, err, "lobal")
	err = client.VariableSets.ApplyToWorkspaces(ctx, owned.ID, &tfe.VariableSetApplyToWorkspacesOptions{
		Workspaces: []*tfe.Workspace{createWorkspace(t, client, "elsewhere", nil)},
	})
	if err == nil {
		t.Fatal("a project's set was applied to a workspace of another project")
	}
}

func TestVariablesOfVariableSets(t *testing.T) {
	client := admin(t)
	set := createVariableSet(t, client, "aws")
	created := got(client.VariableSetVariables.Create(ctx, set.ID, &tfe.VariableSetVariableCreateOptions{
		Key:      tfe.String("AWS_REGION"),
		Value:    tfe.String("eu-central-1"),
		Category: tfe.Category(tfe.CategoryEnv),
	}))(t)
	equal(t, created.Value, "eu-central-1")
	equal(t, got(client.VariableSetVariables.Read(ctx, set.ID, created.ID))(t).Key, "AWS_REGION")
	equal(t, len(got(client.VariableSetVariables.List(ctx, set.ID, nil))(t).Items), 1)

	updated := got(client.VariableSetVariables.Update(ctx, set.ID, created.ID, &tfe.VariableSetVariableUpdateOptions{
		Value:       tfe.String("eu-west-1"),
		Description: tfe.String("Where it runs"),
	}))(t)
	equal(t, updated.Value, "eu-west-1")
	equal(t, updated.VersionID != created.VersionID, true)
	cleared := got(client.VariableSetVariables.Update(ctx, set.ID, created.ID, &tfe.VariableSetVariableUpdateOptions{
		Description: tfe.String(""),
	}))(t)
	equal(t, cleared.Description, "")

	_, err := client.VariableSetVariables.Create(ctx, set.ID, &tfe.VariableSetVariableCreateOptions{
		Key:      tfe.String("AWS_REGION"),
		Category: tfe.Category(tfe.CategoryEnv),
	})
	failsSaying(t, err, "has already been taken")
	sensitive := got(client.VariableSetVariables.Update(ctx, set.ID, created.ID, &tfe.VariableSetVariableUpdateOptions{
		Sensitive: tfe.Bool(true),
	}))(t)
	equal(t, sensitive.Value, "")

	succeeds(t, client.VariableSetVariables.Delete(ctx, set.ID, created.ID))
	_, err = client.VariableSetVariables.Read(ctx, set.ID, created.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func createVariableSet(t *testing.T, client *tfe.Client, name string) *tfe.VariableSet {
	t.Helper()
	options := &tfe.VariableSetCreateOptions{Name: tfe.String(name), Global: tfe.Bool(false)}
	return got(client.VariableSets.Create(ctx, organization, options))(t)
}

func variableSetName(set *tfe.VariableSet) string { return set.Name }
