import { defineOrganization, observe, plan } from "../../../src/engine";
import { Acme } from "../../support/acme";

/* How often `--impact` reads for a first placement: 900 moves out of one project into 30. */

const MOVES = 900;
const DESTINATIONS = 30;

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** Requests by their paths, with `:id` for IDs, and how many of each. */
function counted(requests: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const request of requests) {
    const path = request.replace(/(prj|ws)-\w+/, ":id").replace("GET /api/v2", "");
    counts[path] = (counts[path] ?? 0) + 1;
  }
  return counts;
}

test("900 moves out of one project into 30 are read by project, and in lists", async () => {
  const names = Array.from({ length: MOVES }, (_, index) => `workspace-${index}`);
  for (const name of names) acme.addWorkspace(name);
  acme.addProjects(DESTINATIONS);
  const desired = defineOrganization({
    name: "acme",
    memberships: Array.from({ length: DESTINATIONS }, (_, index) => ({
      project: `Project ${index}`,
      workspaceNames: names.filter((_, position) => position % DESTINATIONS === index),
    })),
  });
  const read = async (impact: boolean) => {
    acme.takeRequests();
    const actual = await observe(acme.client, desired, { impact });
    const { impact: found, actions } = plan(desired, actual, { maxMoves: "all" });
    return { requests: counted(acme.takeRequests()), identities: found.identities.length, actions: actions.length };
  };

  const without = await read(false);
  expect(without).toEqual({
    requests: { "/organizations/acme": 1, "/organizations/acme/projects": 1, "/organizations/acme/workspaces": 9 },
    identities: DESTINATIONS,
    actions: DESTINATIONS,
  });
  const { requests } = await read(true);
  const projects = DESTINATIONS + 1;
  expect(requests).toEqual({
    ...without.requests,
    "/projects/:id/effective-tag-bindings": projects,
    "/projects/:id/notification-configurations": projects,
    "/projects/:id/varsets": projects,
    "/team-projects": projects,
    // With their variables: pages that overlap by one.
    "/organizations/acme/workspaces": 9 + 10,
    "/organizations/acme/varsets": 1,
    "/organizations/acme/task-configs": 1,
    // One that is empty is read again.
    "/organizations/acme/policy-sets": 2,
  });
});
