package main

import (
	"example.com/organization/generated/tfprojects/project"
	"example.com/organization/generated/tfprojects/provider"
	"example.com/organization/generated/tfprojects/workspacemembership"
	"example.com/organization/generated/tfprojects/workspaceplacement"
	"github.com/aws/jsii-runtime-go"
	"github.com/hashicorp/terraform-cdk-go/cdktf"
)

var projects = []struct {
	name       string
	workspaces []string
}{
	{"Platform", []string{"network-prod", "network-test"}},
	{"Checkout", []string{"checkout-api"}},
}

// The projects of other workspaces, by patterns of their names.
var rules = []struct {
	pattern string
	project string
}{
	{"network-*", "Platform"},
	{"checkout-*", "Checkout"},
}

func main() {
	app := cdktf.NewApp(nil)
	stack := cdktf.NewTerraformStack(app, jsii.String("organization"))

	// Configured with TFE_ORGANIZATION and TFE_TOKEN.
	provider.NewTfprojectsProvider(stack, jsii.String("tfprojects"), &provider.TfprojectsProviderConfig{})

	names := map[string]*string{}
	for _, each := range projects {
		created := project.NewProject(stack, jsii.String(each.name), &project.ProjectConfig{
			Name:           jsii.String(each.name),
			DeletionPolicy: jsii.String("evacuate"),
		})
		workspacemembership.NewWorkspaceMembership(stack, jsii.String(each.name+"-workspaces"),
			&workspacemembership.WorkspaceMembershipConfig{
				ProjectId:      created.Id(),
				WorkspaceNames: jsii.Strings(each.workspaces...),
			})
		names[each.name] = created.Name()
	}

	placed := []*workspaceplacement.WorkspacePlacementRule{}
	for _, each := range rules {
		placed = append(placed, &workspaceplacement.WorkspacePlacementRule{
			Project:    names[each.project],
			MatchNames: jsii.Strings(each.pattern),
		})
	}
	workspaceplacement.NewWorkspacePlacement(stack, jsii.String("placement"),
		&workspaceplacement.WorkspacePlacementConfig{Rule: placed})

	app.Synth()
}
