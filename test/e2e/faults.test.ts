import type { CaseFault } from "../faults/fault-kinds";
import { RealTerraform } from "../faults/real-terraform-case";
import { WORKLOADS } from "../faults/workloads";
import type { AttachedProvider } from "../support/attached-provider";
import { casesInEachRun } from "../support/on-request";
import { describeWithTerraform } from "../support/terraform";
import { attachProvider } from "../support/tfprojects-provider";

const once = { skip: 0, times: 1 };
const fromThereOn = { skip: 0, times: Infinity };
const json = { "content-type": "application/vnd.api+json" };
const work = {
  move: "/relationships/workspaces",
  create: "/organizations/acme/projects",
  access: "/team-projects/",
  sets: "/relationships/projects",
};

/**
 * A part of the fault matrix on the real Terraform: every workload, and every sort of fault. How the first run is to
 * end, the workload, what goes wrong, and a request of the first run, by method and status, that shows that it did.
 */
type Case = readonly ["succeeds" | "fails", string, string, CaseFault, string];

/** Those for which Terraform launches the provider as it is built. */
const LAUNCHED: readonly Case[] = casesInEachRun(1, [
  [
    "succeeds",
    "create",
    "the answer of a creation is lost",
    { method: "POST", path: work.create, drop: "after", ...once },
    "POST 0",
  ],
  [
    "fails",
    "evacuate and delete",
    "nothing is found from the deletion on",
    { from: "DELETE", status: 404, ...fromThereOn },
    "DELETE 404",
  ],
  ["succeeds", "import", "a request is one too many", { method: "GET", status: 429, ...once }, "GET 429"],
]);

const ATTACHED: readonly Case[] = casesInEachRun(4, [
  [
    "fails",
    "assign",
    "changes of access are answered 403 from there on",
    { method: "PATCH", path: work.access, status: 403, ...fromThereOn },
    "PATCH 403",
  ],
  [
    "fails",
    "create",
    "creations are answered 503 from there on",
    { method: "POST", path: work.create, status: 503, ...fromThereOn },
    "POST 503",
  ],
  [
    "succeeds",
    "move",
    "the answer of a move is lost",
    { method: "POST", path: work.move, drop: "after", ...once },
    "POST 0",
  ],
  [
    "fails",
    "evacuate and delete",
    "deletions are answered 200 {} from there on",
    { method: "DELETE", status: 200, body: "{}", headers: json, ...fromThereOn },
    "DELETE 200",
  ],
  ["succeeds", "rename", "the renaming is answered 500 once", { method: "PATCH", status: 500, ...once }, "PATCH 500"],
  [
    "fails",
    "pass on a name",
    "the token is refused from the first renaming on",
    { from: "PATCH", status: 401, ...fromThereOn },
    "PATCH 401",
  ],
  [
    "fails",
    "exclusive",
    "lists are empty from there on",
    { method: "GET", path: "?", status: 200, body: '{"data":[]}', headers: json, ...fromThereOn },
    "GET 200",
  ],
  [
    "succeeds",
    "evacuate and delete",
    "the answer of a deletion is lost",
    { method: "DELETE", drop: "after", ...once },
    "DELETE 0",
  ],
  [
    "succeeds",
    "assign",
    "the answer of an added set is lost",
    { method: "POST", path: work.sets, drop: "after", ...once },
    "POST 0",
  ],
  [
    "fails",
    "assign",
    "removals are answered 404 from there on",
    { method: "DELETE", status: 404, ...fromThereOn },
    "DELETE 404",
  ],
]);

async function expectTruth(terraform: RealTerraform, [ends, name, , fault, shown]: Case): Promise<void> {
  const workload = WORKLOADS.find((one) => one.name === name)!;
  const seen: [string, readonly string[]][] = [];
  const problems = await terraform.problems(workload, fault, {}, ({ ok }, { emulator }) => {
    seen.push([
      ok ? "succeeds" : "fails",
      emulator.requests.entries.map(({ method, status }) => `${method} ${status}`),
    ]);
  });
  expect(problems).toEqual([]);
  expect(seen).toEqual([[ends, expect.arrayContaining([shown])]]);
}

describeWithTerraform("Terraform reports the outcome of a fault correctly, and a rerun succeeds", () => {
  let launching: RealTerraform;
  let provider: AttachedProvider;
  let connecting: RealTerraform;
  beforeAll(async () => {
    launching = await RealTerraform.install();
    provider = await attachProvider();
    connecting = await RealTerraform.install(provider);
  });
  afterAll(async () => {
    launching.remove();
    connecting.remove();
    await provider.stop();
  });

  test.each(LAUNCHED)('and %s where in "%s" %s', (...one) => expectTruth(launching, one));

  test.each(ATTACHED)('and %s where in "%s" %s', (...one) => expectTruth(connecting, one));
});
