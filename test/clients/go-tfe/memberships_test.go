package clients

import (
	"testing"

	"github.com/hashicorp/go-tfe"
)

func TestOrganizationMemberships(t *testing.T) {
	client := admin(t)
	team := createTeam(t, client, "ops")
	created := got(client.OrganizationMemberships.Create(ctx, organization, tfe.OrganizationMembershipCreateOptions{
		Email: tfe.String("ada@example.com"),
		Teams: []*tfe.Team{team},
	}))(t)
	equal(t, created.Status, tfe.OrganizationMembershipInvited)

	read := got(client.OrganizationMemberships.ReadWithOptions(ctx, created.ID, tfe.OrganizationMembershipReadOptions{
		Include: []tfe.OrgMembershipIncludeOpt{tfe.OrgMembershipUser, tfe.OrgMembershipTeam},
	}))(t)
	equal(t, read.User.Email, "ada@example.com")
	equal(t, read.User.Username, "")
	equal(t, of(read.Teams, teamName), []string{"ops"})
	listed := func(options tfe.OrganizationMembershipListOptions) []string {
		return of(got(client.OrganizationMemberships.List(ctx, organization, &options))(t).Items, email)
	}
	equal(t, listed(tfe.OrganizationMembershipListOptions{Query: "ada"}), []string{"ada@example.com"})
	invited := tfe.OrganizationMembershipListOptions{Status: tfe.OrganizationMembershipInvited}
	equal(t, listed(invited), []string{"ada@example.com"})
	equal(t, listed(tfe.OrganizationMembershipListOptions{Emails: []string{"grace@example.com"}}), []string{})

	_, err := client.OrganizationMemberships.Create(ctx, organization, tfe.OrganizationMembershipCreateOptions{
		Email: tfe.String("ada@example.com"),
	})
	failsSaying(t, err, "already")
	_, err = client.OrganizationMemberships.Create(ctx, organization, tfe.OrganizationMembershipCreateOptions{
		Email: tfe.String("ada"),
	})
	failsSaying(t, err, "mail")

	succeeds(t, client.OrganizationMemberships.Delete(ctx, created.ID))
	_, err = client.OrganizationMemberships.Read(ctx, created.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func TestTeamMembers(t *testing.T) {
	client := admin(t)
	team := createTeam(t, client, "ops")
	ada := got(client.OrganizationMemberships.Create(ctx, organization, tfe.OrganizationMembershipCreateOptions{
		Email: tfe.String("ada@example.com"),
	}))(t)
	membership := []string{ada.ID}
	succeeds(t, client.TeamMembers.Add(ctx, team.ID, tfe.TeamMemberAddOptions{OrganizationMembershipIDs: membership}))
	equal(t, of(got(client.TeamMembers.ListOrganizationMemberships(ctx, team.ID))(t), membershipID), membership)
	succeeds(t, client.TeamMembers.Remove(ctx, team.ID, tfe.TeamMemberRemoveOptions{
		OrganizationMembershipIDs: membership,
	}))
	equal(t, len(got(client.TeamMembers.ListOrganizationMemberships(ctx, team.ID))(t)), 0)

	me := []string{got(client.Users.ReadCurrent(ctx))(t).Username}
	succeeds(t, client.TeamMembers.Add(ctx, team.ID, tfe.TeamMemberAddOptions{Usernames: me}))
	equal(t, of(got(client.TeamMembers.ListUsers(ctx, team.ID))(t), username), me)
	equal(t, got(client.Teams.Read(ctx, team.ID))(t).UserCount, 1)
	succeeds(t, client.TeamMembers.Remove(ctx, team.ID, tfe.TeamMemberRemoveOptions{Usernames: me}))
	equal(t, len(got(client.TeamMembers.ListUsers(ctx, team.ID))(t)), 0)

	err := client.TeamMembers.Add(ctx, team.ID, tfe.TeamMemberAddOptions{Usernames: []string{"nobody"}})
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func email(membership *tfe.OrganizationMembership) string { return membership.Email }

func membershipID(membership *tfe.OrganizationMembership) string { return membership.ID }

func username(user *tfe.User) string { return user.Username }
