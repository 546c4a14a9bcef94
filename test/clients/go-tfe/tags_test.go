package clients

import (
	"testing"

	"github.com/hashicorp/go-tfe"
)

func TestReservedTagKeys(t *testing.T) {
	client := admin(t)
	created := got(client.ReservedTagKeys.Create(ctx, organization, tfe.ReservedTagKeyCreateOptions{Key: "env"}))(t)
	equal(t, created.DisableOverrides, false)
	list := got(client.ReservedTagKeys.List(ctx, organization, nil))(t)
	equal(t, of(list.Items, reservedKey), []string{"env"})
	updated := got(client.ReservedTagKeys.Update(ctx, created.ID, tfe.ReservedTagKeyUpdateOptions{
		DisableOverrides: tfe.Bool(true),
	}))(t)
	equal(t, updated.DisableOverrides, true)

	_, err := client.ReservedTagKeys.Create(ctx, organization, tfe.ReservedTagKeyCreateOptions{Key: "env"})
	failsSaying(t, err, "Key has already been taken")
	_, err = client.ReservedTagKeys.Create(ctx, organization, tfe.ReservedTagKeyCreateOptions{Key: "! / nope"})
	failsSaying(t, err, "Key is invalid")

	succeeds(t, client.ReservedTagKeys.Delete(ctx, created.ID))
	failsWith(t, client.ReservedTagKeys.Delete(ctx, created.ID), tfe.ErrResourceNotFound)
}

func TestOrganizationTags(t *testing.T) {
	client := admin(t)
	api, web := createWorkspace(t, client, "api", nil), createWorkspace(t, client, "web", nil)
	succeeds(t, client.Workspaces.AddTags(ctx, api.ID, tfe.WorkspaceAddTagsOptions{
		Tags: []*tfe.Tag{{Name: "prod"}, {Name: "shared"}},
	}))
	listed := func(options tfe.OrganizationTagsListOptions) []*tfe.OrganizationTag {
		return got(client.OrganizationTags.List(ctx, organization, &options))(t).Items
	}
	equal(t, of(listed(tfe.OrganizationTagsListOptions{Query: "pro"}), organizationTag), []string{"prod"})
	equal(t, len(listed(tfe.OrganizationTagsListOptions{Filter: api.ID})), 0)

	prod := listed(tfe.OrganizationTagsListOptions{Query: "prod"})[0]
	added := tfe.AddWorkspacesToTagOptions{WorkspaceIDs: []string{web.ID}}
	succeeds(t, client.OrganizationTags.AddWorkspaces(ctx, prod.ID, added))
	equal(t, got(client.Workspaces.ReadByID(ctx, web.ID))(t).TagNames, []string{"prod"})
	equal(t, listed(tfe.OrganizationTagsListOptions{Query: "prod"})[0].InstanceCount, 2)

	succeeds(t, client.OrganizationTags.Delete(ctx, organization, tfe.OrganizationTagsDeleteOptions{
		IDs: []string{prod.ID},
	}))
	equal(t, got(client.Workspaces.ReadByID(ctx, api.ID))(t).TagNames, []string{"shared"})
	failsWith(t, client.OrganizationTags.AddWorkspaces(ctx, prod.ID, added), tfe.ErrResourceNotFound)
}

func reservedKey(key *tfe.ReservedTagKey) string { return key.Key }

func organizationTag(tag *tfe.OrganizationTag) string { return tag.Name }
