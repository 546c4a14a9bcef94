package clients

import (
	"testing"

	"github.com/hashicorp/go-tfe"
)

func TestSSHKeysOfWorkspaces(t *testing.T) {
	client := admin(t)
	key := got(client.SSHKeys.Create(ctx, organization, tfe.SSHKeyCreateOptions{
		Name:  tfe.String("modules"),
		Value: tfe.String("-----BEGIN OPENSSH PRIVATE KEY-----"),
	}))(t)
	workspace := createWorkspace(t, client, "api", nil)
	assign := func(id string) (*tfe.Workspace, error) {
		options := tfe.WorkspaceAssignSSHKeyOptions{SSHKeyID: tfe.String(id)}
		return client.Workspaces.AssignSSHKey(ctx, workspace.ID, options)
	}
	equal(t, got(assign(key.ID))(t).SSHKey.ID, key.ID)
	equal(t, got(client.Workspaces.ReadByID(ctx, workspace.ID))(t).SSHKey.ID, key.ID)
	equal(t, got(client.Workspaces.UnassignSSHKey(ctx, workspace.ID))(t).SSHKey, nil)
	_, err := assign("sshkey-0000000000000000")
	failsWith(t, err, tfe.ErrResourceNotFound)
}
