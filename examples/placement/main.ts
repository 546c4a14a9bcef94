import { App, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { Project, TfprojectsProvider, WorkspaceMembership } from "tfprojects";

const TEAMS = [
  ...["billing", "catalog", "checkout", "data", "identity", "mobile", "network"],
  ...["payments", "platform", "search", "security", "shipping", "web"],
];
const STAGES = ["dev", "test", "prod"];

/** A project for each team and stage, with the workspaces that are named after them, and one for all others. */
class Placement extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // Organization, address and token come from TFE_ORGANIZATION, TFE_ADDRESS and TFE_TOKEN.
    new TfprojectsProvider(this, "tfprojects");

    const placed = TEAMS.flatMap((team) => STAGES.map((stage) => `${team}-${stage}`)).map((name) => {
      const project = new Project(this, name, { name });
      const pattern = `${name}-*`;
      new WorkspaceMembership(this, `${name}-workspaces`, {
        projectId: project.id,
        matchNames: [pattern],
        takeFrom: "default-project",
        maxMoves: 100,
      });
      return pattern;
    });

    // The catch-all: what no other rule matches, as long as it is in the default project.
    const inbox = new Project(this, "inbox", { name: "Inbox" });
    new WorkspaceMembership(this, "inbox-workspaces", {
      projectId: inbox.id,
      matchNames: ["*"],
      exceptNames: placed,
      takeFrom: "default-project",
    });
  }
}

const app = new App();
new Placement(app, "placement");
app.synth();
