import { App, TerraformStack } from "cdktf";
import { Project, TfprojectsProvider, WorkspaceMembership } from "tfprojects";

/** The services of each team. Every service has a workspace for each environment. */
const teams = {
  Platform: ["network", "cluster", "dns", "vault"],
  Checkout: ["cart", "payment", "invoice"],
  Search: ["crawler", "index", "ranking"],
  "Data Science": ["features", "training", "serving"],
};
const environments = ["dev", "test", "prod"];

const app = new App();
const stack = new TerraformStack(app, "teams");
new TfprojectsProvider(stack, "tfprojects");

for (const [team, services] of Object.entries(teams)) {
  const project = new Project(stack, team, {
    name: team,
    description: `Everything that the ${team} team runs`,
  });
  new WorkspaceMembership(stack, `${team}-workspaces`, {
    projectId: project.id,
    workspaceNames: services.flatMap((service) => environments.map((environment) => `${service}-${environment}`)),
  });
}

app.synth();
