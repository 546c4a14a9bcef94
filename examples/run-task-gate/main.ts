import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import type { Construct } from "constructs";
import { Project, RunTaskGate, TfprojectsProvider } from "tfprojects";

/** A project that is created only after the task stages of a run have passed. */
class Gated extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // Organization, address and token come from TFE_ORGANIZATION, TFE_ADDRESS and TFE_TOKEN.
    new TfprojectsProvider(this, "tfprojects");

    const runId = new TerraformVariable(this, "run_id", {
      type: "string",
      description: "The run whose task stages decide",
    });
    const gate = new RunTaskGate(this, "security-review", {
      runId: runId.stringValue,
      stages: ["post_plan"],
      waitForCompletion: true,
      timeoutSeconds: 300,
      // By default it is a terraform_data, which needs no package and no provider.
      resource: "null-resource",
    });

    new Project(this, "production", { name: "Production", dependsOn: [gate] });

    new TerraformOutput(this, "verdict", { value: gate.taskStages.verdict });
  }
}

const app = new App();
new Gated(app, "gated");
app.synth();
