import { App, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { Project, TfprojectsProvider, WorkspacePlacement, type WorkspacePlacementRule } from "tfprojects";

/** Conditions of the workspaces of each team. Several workspaces were named before there were conventions. */
const TEAMS: Readonly<Record<string, readonly Omit<WorkspacePlacementRule, "project">[]>> = {
  Billing: [{ matchNames: ["billing-*"] }],
  Catalog: [{ matchNames: ["catalog-*"] }],
  Checkout: [{ matchNames: ["checkout-*"] }],
  Data: [{ matchNames: ["data-*"] }],
  Identity: [{ matchNames: ["identity-*"] }],
  Mobile: [{ matchNames: ["mobile-*"] }],
  // By tag or by name: two rules into the same project.
  Network: [{ matchTags: { team: "network" } }, { matchNames: ["net-*", "network_*"] }],
  Payments: [{ matchTags: { team: "payments" } }, { matchNames: ["pay-*", "pay_*", "pmt-*"] }],
  Platform: [{ matchNames: ["platform-*"] }],
  Search: [{ matchNames: ["search-*"] }],
  Security: [{ matchNames: ["sec-*"] }],
  Shipping: [{ matchNames: ["shipping-*"] }],
  Web: [{ matchNames: ["web-*", "website-*"] }],
};

/** A project for each team, and one for all workspaces that no team has. */
class Placement extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // Organization, address and token come from TFE_ORGANIZATION, TFE_ADDRESS and TFE_TOKEN.
    new TfprojectsProvider(this, "tfprojects");

    const rules = Object.entries(TEAMS).flatMap(([name, conditions]) => {
      const project = new Project(this, name.toLowerCase(), { name });
      return conditions.map((condition) => ({ project: project.name, ...condition }));
    });
    const inbox = new Project(this, "inbox", { name: "Inbox" });

    // The first rule that matches a workspace decides, so the catch-all is the last one.
    new WorkspacePlacement(this, "placement", {
      rule: [...rules, { project: inbox.name, matchNames: ["*"] }],
      exceptNames: ["legacy-*"],
      maxMoves: 900,
    });
  }
}

const app = new App();
new Placement(app, "placement");
app.synth();
