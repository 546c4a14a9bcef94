package clients

import (
	"testing"

	"github.com/hashicorp/go-tfe"
)

func TestPolicies(t *testing.T) {
	client := admin(t)
	created := createPolicy(t, client, "tagged")
	equal(t, created.EnforcementLevel, tfe.EnforcementMandatory)
	equal(t, got(client.Policies.Read(ctx, created.ID))(t).Name, "tagged")
	list := got(client.Policies.List(ctx, organization, &tfe.PolicyListOptions{Search: "tag", Kind: tfe.OPA}))(t)
	equal(t, of(list.Items, policyName), []string{"tagged"})

	updated := got(client.Policies.Update(ctx, created.ID, tfe.PolicyUpdateOptions{
		Description:      tfe.String("Every resource has tags."),
		EnforcementLevel: tfe.EnforcementMode(tfe.EnforcementAdvisory),
	}))(t)
	equal(t, updated.Description, "Every resource has tags.")
	equal(t, updated.EnforcementLevel, tfe.EnforcementAdvisory)
	cleared := got(client.Policies.Update(ctx, created.ID, tfe.PolicyUpdateOptions{Description: tfe.String("")}))(t)
	equal(t, cleared.Description, "")

	succeeds(t, client.Policies.Upload(ctx, created.ID, []byte("package tagged")))
	equal(t, string(got(client.Policies.Download(ctx, created.ID))(t)), "package tagged")

	_, err := client.Policies.Create(ctx, organization, policyOptions("tagged"))
	failsSaying(t, err, "has already been taken")
	succeeds(t, client.Policies.Delete(ctx, created.ID))
	_, err = client.Policies.Read(ctx, created.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func TestPolicySets(t *testing.T) {
	client := admin(t)
	project, excluded := createProject(t, client, "Platform"), createProject(t, client, "Sandbox")
	workspace := createWorkspace(t, client, "api", project)
	created := got(client.PolicySets.Create(ctx, organization, tfe.PolicySetCreateOptions{
		Name:     tfe.String("soc2"),
		Kind:     tfe.OPA,
		Policies: []*tfe.Policy{createPolicy(t, client, "tagged")},
	}))(t)
	equal(t, created.PolicyCount, 1)
	equal(t, *created.Overridable, false)

	read := func(include ...tfe.PolicySetIncludeOpt) *tfe.PolicySet {
		return got(client.PolicySets.ReadWithOptions(ctx, created.ID, &tfe.PolicySetReadOptions{Include: include}))(t)
	}
	equal(t, of(read(tfe.PolicySetPolicies).Policies, policyName), []string{"tagged"})
	list := got(client.PolicySets.List(ctx, organization, &tfe.PolicySetListOptions{Search: "soc", Kind: tfe.OPA}))(t)
	equal(t, of(list.Items, policySetName), []string{"soc2"})

	updated := got(client.PolicySets.Update(ctx, created.ID, tfe.PolicySetUpdateOptions{
		Description: tfe.String("Audited"),
		Overridable: tfe.Bool(true),
	}))(t)
	equal(t, updated.Description, "Audited")
	equal(t, *updated.Overridable, true)
	cleared := got(client.PolicySets.Update(ctx, created.ID, tfe.PolicySetUpdateOptions{
		Description: tfe.String(""),
	}))(t)
	equal(t, cleared.Description, "")

	policies, workspaces := []*tfe.Policy{createPolicy(t, client, "small")}, []*tfe.Workspace{workspace}
	succeeds(t, client.PolicySets.AddPolicies(ctx, created.ID, tfe.PolicySetAddPoliciesOptions{Policies: policies}))
	succeeds(t, client.PolicySets.AddProjects(ctx, created.ID, tfe.PolicySetAddProjectsOptions{
		Projects: []*tfe.Project{project},
	}))
	succeeds(t, client.PolicySets.AddProjectExclusions(ctx, created.ID, tfe.PolicySetAddProjectExclusionsOptions{
		ProjectExclusions: []*tfe.Project{excluded},
	}))
	succeeds(t, client.PolicySets.AddWorkspaceExclusions(ctx, created.ID, tfe.PolicySetAddWorkspaceExclusionsOptions{
		WorkspaceExclusions: workspaces,
	}))
	all := read(tfe.PolicySetProjects, tfe.PolicySetProjectExclusions, tfe.PolicySetWorkspaceExclusions)
	equal(t, all.PolicyCount, 2)
	equal(t, of(all.Projects, projectName), []string{"Platform"})
	equal(t, of(all.ProjectExclusions, projectName), []string{"Sandbox"})
	equal(t, of(all.WorkspaceExclusions, workspaceName), []string{"api"})
	succeeds(t, client.PolicySets.RemovePolicies(ctx, created.ID, tfe.PolicySetRemovePoliciesOptions{
		Policies: policies,
	}))
	equal(t, read().PolicyCount, 1)

	global := got(client.PolicySets.Update(ctx, created.ID, tfe.PolicySetUpdateOptions{Global: tfe.Bool(true)}))(t)
	equal(t, global.Global, true)
	err := client.PolicySets.AddWorkspaces(ctx, created.ID, tfe.PolicySetAddWorkspacesOptions{Workspaces: workspaces})
	failsSaying(t, err, "lobal")
	_, err = client.PolicySets.Create(ctx, organization, tfe.PolicySetCreateOptions{Name: tfe.String("soc2")})
	failsSaying(t, err, "has already been taken")

	succeeds(t, client.PolicySets.Delete(ctx, created.ID))
	_, err = client.PolicySets.Read(ctx, created.ID)
	failsWith(t, err, tfe.ErrResourceNotFound)
}

func createPolicy(t *testing.T, client *tfe.Client, name string) *tfe.Policy {
	t.Helper()
	return got(client.Policies.Create(ctx, organization, policyOptions(name)))(t)
}

func policyOptions(name string) tfe.PolicyCreateOptions {
	return tfe.PolicyCreateOptions{
		Name:             tfe.String(name),
		Kind:             tfe.OPA,
		Query:            tfe.String("data.tagged.deny"),
		EnforcementLevel: tfe.EnforcementMode(tfe.EnforcementMandatory),
	}
}

func policyName(policy *tfe.Policy) string { return policy.Name }

func policySetName(set *tfe.PolicySet) string { return set.Name }
