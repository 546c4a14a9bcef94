import { defineOrganization, observe, plan, render, type MoveImpact } from "../../../src/engine";
import { IMPACT_KIND_NAMES, kindOf, type ImpactKindName } from "../../../src/engine/impact/kinds";
import { Client } from "../../../src/api";
import { HttpClient, resource } from "../../emulator/http-client";
import { Acme } from "../../support/acme";

/* What `--impact` says of what the token may not read, and of a service that does not have it. */

const organization = "acme";
let acme: Acme;
beforeEach(async () => {
  acme = await Acme.start();
  const { agentPools, oauthClients, oauthTokens, projects } = acme.emulator;
  const pool = agentPools.create({ organization, name: "pool", agentCount: 1 }).id;
  const from = projects.create({ organization, name: "Source", defaultExecutionMode: "remote" }).id;
  projects.create({ organization, name: "Target", defaultExecutionMode: "agent", defaultAgentPoolId: pool });
  const client = oauthClients.create({ organization, name: "client" }).id;
  const repository = { identifier: "acme/api", "oauth-token-id": oauthTokens.create({ oauthClientId: client }).id };
  const http = new HttpClient(acme.emulator);
  const api = acme.addWorkspace("api", from);
  const { status } = await http.patch(`/workspaces/${api}`, resource("workspaces", { "vcs-repo": repository }));
  expect(status).toBe(200);
});
afterEach(() => acme.stop());

async function planned(client = acme.client) {
  const desired = defineOrganization({
    name: organization,
    memberships: [{ project: "Target", workspaceNames: ["api"] }],
  });
  return plan(desired, await observe(client, desired, { impact: true }), { maxMoves: "all" });
}

/** A part of the requests of each kind, and of no other. */
const REQUESTS: Readonly<Record<ImpactKindName, readonly (string | RegExp)[]>> = {
  workloadIdentity: [/workspaces\?.*include=vars/, /\/vars(\?|$)/],
  teamAccess: ["/team-projects"],
  variableSets: ["/varsets"],
  policySets: ["/policy-sets"],
  tags: ["/effective-tag-bindings"],
  runTasks: ["/task-configs"],
  notifications: ["/notification-configurations"],
  agentPools: ["/agent-pools"],
  vcsConnections: ["/oauth-clients"],
  runs: ["include=current-run"],
};

const unreadable = (move: MoveImpact) => IMPACT_KIND_NAMES.filter((name) => move.related![name] === undefined);

test("all of it is read with the token of an owner", async () => {
  const made = await planned();
  expect(unreadable(made.impact.moves[0]!)).toEqual([]);
  expect(render(made, "text")).not.toContain("Not readable");
});

/** Who uses an identity is not known without the variables of sets. */
const ALSO: Readonly<Partial<Record<string, ImpactKindName>>> = { variableSets: "workloadIdentity" };

test.each(Object.entries(REQUESTS))(
  "without the right to read %s, it is named, and the rest is read",
  async (kind, paths) => {
    for (const path of paths) acme.emulator.faults.add({ path, status: 403, times: Infinity });
    const made = await planned();
    const names = IMPACT_KIND_NAMES.filter((name) => name === kind || name === ALSO[kind]);
    expect(unreadable(made.impact.moves[0]!)).toEqual(names);
    const labels = names.map((name) => kindOf(name).label).join(", ");
    expect(render(made, "text", { width: 200 })).toContain(`Not readable with this token: ${labels}.`);
    expect(made.errors).toEqual([]);
  },
);

test.each([403, 404])("a token that may read none of it (%s) is told so of all", async (status) => {
  for (const path of Object.values(REQUESTS).flat()) acme.emulator.faults.add({ path, status, times: Infinity });
  const made = await planned();
  // A service without tasks of projects responds 404: then there are none.
  const all = IMPACT_KIND_NAMES.filter((name) => status === 403 || name !== "runTasks");
  expect(unreadable(made.impact.moves[0]!)).toEqual(all);
});

test("a token that may read the project only has the settings, and what the project shows", async () => {
  const token = acme.emulator.tokens.create({ organization, role: "read-only" });
  const { address } = acme.emulator;
  const made = await planned(new Client({ address, token, env: {} }));
  expect(made.impact.moves[0]!.settings).not.toEqual([]);
  expect(unreadable(made.impact.moves[0]!)).toEqual(expect.arrayContaining(["policySets", "notifications"]));
  expect(unreadable(made.impact.moves[0]!)).not.toContain("teamAccess");
});

test("a service that includes nothing in lists, and has no tasks of projects, is read one by one", async () => {
  acme.emulator.faults.add({ path: "include=", status: 400, times: Infinity });
  acme.emulator.faults.add({ path: "/task-configs", status: 404, times: Infinity });
  const made = await planned();
  expect(unreadable(made.impact.moves[0]!)).toEqual(["runs"]);
});
