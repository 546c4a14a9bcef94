import type { ActualOrganization } from "../../../src/engine/actual-organization";
import { makePlan } from "../../../src/engine/plan/plan";
import { readModules } from "../../../src/engine/source/read-modules";
import { writeGroups } from "../../../src/import/app";
import { describeGroups } from "../../../src/import/grouping/grouped-organization";
import { Grouper } from "../../../src/import/grouping/grouping";
import { layoutOf } from "../../../src/import/grouping/layout";
import { parseWay } from "../../../src/import/grouping/ways";
import { NO_SETTINGS, type Project } from "../../../src/model";
import { casesOf, fc } from "../../support/property";
import { synthesizeFiles } from "../run-generated";

const project = (id: string, name: string): Project => ({
  ...NO_SETTINGS,
  id,
  name,
  organization: "acme",
  workspaceCount: undefined,
  teamCount: undefined,
  permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
});

const DEFAULT = project("prj-default", "Default Project");
const word = fc.constantFrom("net", "NET", "web", "prod", "a");
const name = fc
  .tuple(word, fc.constantFrom("-", "_"), word, fc.constantFrom("", "-1", "-2", "_3", "4"))
  .map((parts) => parts.join(""));

test("the plan of the written app moves exactly the groups that were announced", () => {
  const given = fc.record({
    names: fc.uniqueArray(name, { minLength: 20, maxLength: 60, selector: (it) => it.toLowerCase() }),
    teams: fc.array(fc.constantFrom("net", "Web apps", ""), { minLength: 60, maxLength: 60 }),
    owners: fc.array(fc.constantFrom("net", "shop", undefined), { minLength: 60, maxLength: 60 }),
    ways: fc
      .array(fc.constantFrom("word:1", "word:2", "word:-1", "tag:team", "repository:owner"), {
        minLength: 1,
        maxLength: 3,
      })
      .map((texts) => texts.map((text) => parseWay(text)!)),
    others: fc.subarray([project("prj-net", "Net"), project("prj-web", "web-prod")]),
  });
  let [moves, lists] = [0, 0];
  fc.assert(
    fc.property(given, ({ names, teams, owners, ways, others }) => {
      const workspaces = names.map((it, index) => ({
        id: `ws-${index}`,
        name: it,
        projectId: "prj-default",
        organization: "acme",
        repository: { owner: owners[index] },
        tags: teams[index] === "" ? [] : [{ key: "team", value: teams[index]! }],
      }));
      const actual: ActualOrganization = {
        name: "acme",
        defaultProjectId: DEFAULT.id,
        projects: [DEFAULT, ...others],
        workspaces,
      };
      const grouper = new Grouper(workspaces, DEFAULT.name);
      const groupings = ways.map((way) => grouper.by(way)).filter(({ groups }) => groups.length > 0);
      const [first, ...rest] = groupings;
      fc.pre(first !== undefined);
      const layout = layoutOf([first, ...rest], actual.projects);
      const described = describeGroups({ organization: "acme", project: DEFAULT }, layout);
      const { organizations } = readModules(
        synthesizeFiles(writeGroups(described, { framework: "cdktf", requirement: "^1.0.0" })),
        undefined,
      );
      const plan = makePlan(organizations[0]!, actual, { maxMoves: "all" });
      expect(plan.errors).toEqual([]);
      const moved = plan.actions.flatMap((action) => {
        if (action.kind !== "move") return [];
        return action.workspaces.map((it) => [it.name, action.destination.name.toLowerCase()]);
      });
      const announced = workspaces.flatMap((it) => {
        const group = groupings.flatMap(({ groups }) => groups).find((each) => each.workspaces.includes(it));
        return group === undefined ? [] : [[it.name, group.project.toLowerCase()]];
      });
      expect(moved.sort()).toEqual(announced.sort());
      moves += moved.length;
      if (layout.lists.length > 0) lists += 1;
    }),
    { numRuns: casesOf(60) },
  );
  expect(moves).toBeGreaterThan(500);
  expect(lists).toBeGreaterThan(5);
});
