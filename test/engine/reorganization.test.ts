import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { executePlan } from "../../src/engine/apply/execute-plan";
import { defineOrganization } from "../../src/engine/engine";
import { observeOrganization } from "../../src/engine/live/observe";
import { makePlan } from "../../src/engine/plan/plan";
import { Acme } from "../support/acme";

const PROJECTS = 20;
const WORKSPACES = 500;

/** The row of the engine in docs/comparison.md. */
const ROW =
  readFileSync(resolve(__dirname, "../../docs/comparison.md"), "utf8")
    .split("\n")
    .find((line) => line.startsWith("| tfprojects, engine (plan and apply)")) ?? "";

test.each([
  ["full", 27],
  ["documented", 47],
] as const)(
  "the reorganization of docs/comparison.md, with %s documents, takes %i requests",
  async (documents, count) => {
    const acme = await Acme.start({ documents });
    try {
      const names = Array.from({ length: PROJECTS }, (_, index) => `Project ${index}`);
      const ids = names.map((name) => acme.addProject(name));
      const members = names.map((): string[] => []);
      for (let index = 0; index < WORKSPACES; index++) {
        const name = `workspace-${String(index).padStart(3, "0")}`;
        acme.addWorkspace(name, ids[index % PROJECTS]);
        members[(index + 1) % PROJECTS]!.push(name);
      }
      const desired = defineOrganization({
        name: "acme",
        projects: names.map((name) => ({ name })),
        memberships: names.map((project, index) => ({ project, workspaceNames: members[index]! })),
      });
      acme.takeRequests();
      const view = acme.view();
      const plan = makePlan(desired, await observeOrganization(view, desired), { maxMoves: "all" });
      const { outcomes } = await executePlan(view, plan);
      const requests = acme.takeRequests();
      expect(outcomes.every(({ kind }) => kind === "done")).toBe(true);
      expect(names.map((name) => acme.world[name])).toEqual(members);
      expect(requests).toHaveLength(count);
      expect(requests.filter((request) => request.startsWith("POST"))).toHaveLength(PROJECTS);
      expect(ROW).toContain("| 27–47 | 20 ");
    } finally {
      await acme.stop();
    }
  },
);
