import { App, TerraformOutput, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { Project, RunTaskGate, TfprojectsProvider, WorkspaceMembership } from "tfprojects";

/** What is deployed once the current run of the workspace network-prod has been reviewed and tested. */
class Platform extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // Organization, address and token come from TFE_ORGANIZATION, TFE_ADDRESS and TFE_TOKEN.
    new TfprojectsProvider(this, "tfprojects");

    const network = new RunTaskGate(this, "network-is-deployed", {
      workspaceName: "network-prod",
      stages: ["post_plan", "post_apply"],
      waitForCompletion: true,
      timeoutSeconds: 1800,
    });

    const production = new Project(this, "production", { name: "Production", dependsOn: [network] });
    new WorkspaceMembership(this, "production-workspaces", {
      projectId: production.id,
      workspaceNames: ["checkout-prod"],
    });

    const { runId, stages } = network.taskStages;
    new TerraformOutput(this, "network_run", { value: runId });
    new TerraformOutput(this, "network_policies", { value: stages.get(0).policyEvaluations });
  }
}

const app = new App();
new Platform(app, "platform");
app.synth();
