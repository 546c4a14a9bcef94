package clients

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/hashicorp/go-tfe"
)

type subscriber = tfe.NotificationConfigurationSubscribableChoice

func TestNotificationsOfWorkspaces(t *testing.T) {
	notifies(t, subscriber{Workspace: createWorkspace(t, admin(t), "api", nil)})
}

func TestNotificationsOfProjects(t *testing.T) {
	notifies(t, subscriber{Project: createProject(t, admin(t), "Platform")})
}

func TestNotificationsOfTeams(t *testing.T) {
	notifies(t, subscriber{Team: createTeam(t, admin(t), "ops")})
}

// notifies follows a notification configuration from its creation to its deletion.
func notifies(t *testing.T, to subscriber) {
	client := admin(t)
	receiver := receivesWith(t, http.StatusOK)
	created := got(client.NotificationConfigurations.Create(ctx, idOf(to), webhook(to, receiver.URL)))(t)
	equal(t, created.Enabled, false)
	equal(t, created.Token, "")
	equal(t, receiver.requests, 0)

	read := got(client.NotificationConfigurations.Read(ctx, created.ID))(t)
	equal(t, idOf(*read.SubscribableChoice), idOf(to))
	list := got(client.NotificationConfigurations.List(ctx, idOf(to), &tfe.NotificationConfigurationListOptions{
		SubscribableChoice: &to,
	}))(t)
	equal(t, of(list.Items, notificationName), []string{"pager"})

	update := func(options tfe.NotificationConfigurationUpdateOptions) (*tfe.NotificationConfiguration, error) {
		return client.NotificationConfigurations.Update(ctx, created.ID, options)
	}
	equal(t, got(update(tfe.NotificationConfigurationUpdateOptions{Name: tfe.String("chat")}))(t).Name, "chat")
	enabled := got(update(tfe.NotificationConfigurationUpdateOptions{Enabled: tfe.Bool(true)}))(t)
	equal(t, enabled.Enabled, true)
	equal(t, receiver.requests, 1)
	got(client.NotificationConfigurations.Verify(ctx, created.ID))(t)
	equal(t, receiver.requests, 2)
	failing := receivesWith(t, http.StatusForbidden)
	_, err := update(tfe.NotificationConfigurationUpdateOptions{URL: tfe.String(failing.URL)})
	failsSaying(t, err, "verif")

	succeeds(t, client.NotificationConfigurations.Delete(ctx, created.ID))
	_, err = client.NotificationConfigurations.Read(ctx, created.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func webhook(to subscriber, url string) tfe.NotificationConfigurationCreateOptions {
	return tfe.NotificationConfigurationCreateOptions{
		DestinationType:    tfe.NotificationDestination(tfe.NotificationDestinationTypeGeneric),
		Enabled:            tfe.Bool(false),
		Name:               tfe.String("pager"),
		Token:              tfe.String("secret"),
		URL:                tfe.String(url),
		SubscribableChoice: &to,
	}
}

type receiver struct {
	*httptest.Server
	requests int
}

// receivesWith starts a server on the loopback interface that answers every request with a status.
func receivesWith(t *testing.T, status int) *receiver {
	started := &receiver{}
	started.Server = httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		started.requests++
		response.WriteHeader(status)
	}))
	t.Cleanup(started.Close)
	return started
}

func idOf(to subscriber) string {
	switch {
	case to.Team != nil:
		return to.Team.ID
	case to.Project != nil:
		return to.Project.ID
	default:
		return to.Workspace.ID
	}
}

func notificationName(notification *tfe.NotificationConfiguration) string { return notification.Name }
