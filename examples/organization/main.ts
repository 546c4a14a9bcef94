import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import type { Construct } from "constructs";
import { DataProjects, Project, TfprojectsProvider, WorkspaceMembership } from "tfprojects";

/** The projects of an organization and their workspaces. */
class Organization extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // Organization, address and token come from TFE_ORGANIZATION, TFE_ADDRESS and TFE_TOKEN.
    new TfprojectsProvider(this, "tfprojects");

    const platform = new Project(this, "platform", {
      name: "Platform",
      description: "Networks and clusters that every team builds on",
    });
    new WorkspaceMembership(this, "platform-workspaces", {
      projectId: platform.id,
      workspaceNames: ["network-prod", "network-test"],
    });

    // A project that was renamed: "Payments" becomes "Checkout", with the same ID and workspaces.
    const checkout = new Project(this, "checkout", { name: "Checkout", previousNames: ["Payments"] });
    // Exclusive: a workspace that is added by hand is moved out again.
    new WorkspaceMembership(this, "checkout-workspaces", {
      projectId: checkout.id,
      workspaceNames: ["checkout-api", "checkout-web"],
      exclusive: true,
    });

    // Workspaces destroy their infrastructure after three idle days. Destroying the project moves its workspaces first.
    const sandbox = new Project(this, "sandbox", {
      name: "Sandbox",
      autoDestroyActivityDuration: "3d",
      deletionPolicy: "evacuate",
    });
    // Workspaces by ID, as a list that is known only when Terraform runs: --var 'sandbox_workspace_ids=["ws-…"]'
    const experiments = new TerraformVariable(this, "sandbox_workspace_ids", { type: "list(string)", default: [] });
    new WorkspaceMembership(this, "sandbox-workspaces", {
      projectId: sandbox.id,
      workspaceIds: experiments.listValue,
    });

    const all = new DataProjects(this, "all", { dependsOn: [platform, checkout, sandbox] });
    new TerraformOutput(this, "project-ids", { value: all.ids });
  }
}

const app = new App();
new Organization(app, "organization");
app.synth();
