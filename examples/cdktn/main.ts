import { App, TerraformOutput, TerraformStack } from "cdktn";
import type { Construct } from "constructs";
import { DataProjects, Project, TfprojectsProvider, WorkspaceMembership } from "tfprojects/cdktn";

/** Two projects of an organization and their workspaces, as an app for CDK Terrain. */
class Organization extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // Organization, address and token come from TFE_ORGANIZATION, TFE_ADDRESS and TFE_TOKEN.
    new TfprojectsProvider(this, "tfprojects");

    const platform = new Project(this, "platform", {
      name: "Platform",
      description: "Networks and clusters that every team builds on",
      deletionPolicy: "evacuate",
    });
    new WorkspaceMembership(this, "platform-workspaces", {
      projectId: platform.id,
      workspaceNames: ["network-prod", "network-test"],
      exclusive: true,
    });

    const checkout = new Project(this, "checkout", { name: "Checkout", autoDestroyActivityDuration: "14d" });
    new WorkspaceMembership(this, "checkout-workspaces", {
      projectId: checkout.id,
      workspaceNames: ["checkout-api"],
    });

    const all = new DataProjects(this, "all", { dependsOn: [platform, checkout] });
    new TerraformOutput(this, "project-ids", { value: all.ids });
  }
}

const app = new App();
new Organization(app, "organization");
app.synth();
