package clients

import (
	"testing"

	"github.com/hashicorp/go-tfe"
)

// taskConfig is a run task's configuration for projects, of which the client knows nothing.
type taskConfig struct {
	ID               string            `jsonapi:"primary,task-configs"`
	Global           *bool             `jsonapi:"attr,global,omitempty"`
	EnforcementLevel string            `jsonapi:"attr,enforcement-level,omitempty"`
	AllowedStages    []string          `jsonapi:"attr,allowed-stages,omitempty"`
	Task             *tfe.RunTask      `jsonapi:"relation,task,omitempty"`
	Owner            *tfe.Organization `jsonapi:"relation,owner,omitempty"`
	Projects         []*tfe.Project    `jsonapi:"relation,projects,omitempty"`
}

type taskConfigs struct {
	*tfe.Pagination
	Items []*taskConfig
}

func TestTaskConfigs(t *testing.T) {
	client := admin(t)
	project, sandbox := createProject(t, client, "Platform"), createProject(t, client, "Sandbox")
	task := got(client.RunTasks.Create(ctx, organization, tfe.RunTaskCreateOptions{
		Name:     "scan",
		URL:      "http://127.0.0.1:1/scan",
		Category: "task",
	}))(t)
	create := taskConfig{
		Global:           tfe.Bool(false),
		EnforcementLevel: "mandatory",
		AllowedStages:    []string{"post_plan"},
		Task:             task,
		Owner:            &tfe.Organization{Name: organization},
		Projects:         []*tfe.Project{project},
	}
	created := got(send[taskConfig](client, "POST", "organizations/acme/task-configs", &create))(t)
	equal(t, created.EnforcementLevel, "mandatory")
	equal(t, created.Task.ID, task.ID)

	listed := func(query string) int {
		return len(got(send[taskConfigs](client, "GET", "organizations/acme/task-configs?"+query, nil))(t).Items)
	}
	equal(t, listed("filter[target_type]=project&filter[target_id]="+project.ID), 1)
	equal(t, listed("filter[target-type]=projects&filter[target-id]="+sandbox.ID), 0)

	update := func(id string, options taskConfig) (*taskConfig, error) {
		options.ID = id
		return send[taskConfig](client, "PATCH", "task-configs/"+id, &options)
	}
	updated := got(update(created.ID, taskConfig{EnforcementLevel: "advisory"}))(t)
	equal(t, updated.EnforcementLevel, "advisory")
	equal(t, updated.Projects[0].ID, project.ID)
	moved := got(update(created.ID, taskConfig{Projects: []*tfe.Project{sandbox}}))(t)
	equal(t, moved.Projects[0].ID, sandbox.ID)
	run := createRun(t, client, createWorkspace(t, client, "api", sandbox))
	stages := got(client.TaskStages.List(ctx, run.ID, nil))(t)
	equal(t, of(stages.Items, stageName), []tfe.Stage{tfe.PostPlan})

	_, err := send[taskConfig](client, "POST", "organizations/acme/task-configs", &create)
	failsSaying(t, err, "already")
	_, err = update(created.ID, taskConfig{EnforcementLevel: "strict"})
	failsSaying(t, err, "nforcement")
	_, err = update("taskcfg-0000000000000000", taskConfig{EnforcementLevel: "advisory"})
	failsWith(t, err, tfe.ErrResourceNotFound)
	succeeds(t, client.RunTasks.Delete(ctx, task.ID))
	equal(t, listed("filter[target_type]=project&filter[target_id]="+sandbox.ID), 0)
}

// send makes a request that the client has no function for.
func send[T any](client *tfe.Client, method, path string, body any) (*T, error) {
	request, err := client.NewRequest(method, path, body)
	if err != nil {
		return nil, err
	}
	var response T
	return &response, request.Do(ctx, &response)
}

func stageName(stage *tfe.TaskStage) tfe.Stage { return stage.Stage }
