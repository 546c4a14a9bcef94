import type { MoveImpact } from "../../../src/engine/plan/impact";
import type { Plan } from "../../../src/engine/plan/comparison";
import { planFor } from "./organization";

/** A plan with every kind of change and warning. */
export function everyChange(): Plan {
  return planFor(
    [
      { name: "Default Project", workspaces: ["api-prod", "etl-nightly", "left-alone"] },
      { name: "Platform", description: "Shared", workspaces: ["api-test", "stray"] },
      { name: "Blue", workspaces: ["blue-1"] },
      { name: "Green", workspaces: ["green-1"] },
      { name: "Legacy", workspaces: ["old-api", "old-web"] },
      { name: "Quiet", workspaces: ["still"] },
    ],
    [
      {
        name: "Platform Engineering",
        previousNames: ["Platform"],
        workspaces: ["api-prod", "api-test"],
        exclusive: true,
      },
      { name: "Green", previousNames: ["Blue"], workspaces: ["blue-1"] },
      { name: "Lime", previousNames: ["Green"], workspaces: ["green-1"] },
      { name: "Data", autoDestroy: "14d", description: "Pipelines", workspaces: ["etl-nightly"] },
      { name: "Quiet", workspaces: ["still"] },
    ],
    { prune: true, evacuate: true },
  );
}

/** A plan that moves many workspaces into one project. */
export function movesOf(count: number): Plan {
  const names = Array.from({ length: count }, (_, index) => `workspace-${String(index).padStart(4, "0")}`);
  return planFor([{ name: "Default Project", workspaces: names }], [{ name: "Platform", workspaces: names }], {
    maxMoves: "all",
  });
}

/** A plan whose move and deletion change everything that can be read, with names that need escaping. */
export function everyImpact(): Plan {
  const plan = planFor(
    [
      { name: "Default Project" },
      { name: "Web", settings: { defaultExecutionMode: "remote" }, workspaces: ["api", "www"] },
      { name: "Old" },
    ],
    [{ name: "Data", autoDestroy: "14d", workspaces: ["api", "www"] }],
    { prune: true, maxDeletes: 2 },
  );
  const [ops, qa, web] = ["ops|<b>", "qa", "web"].map((name) => ({ id: `team-${name}`, name }));
  const set = (name: string) => ({ id: `set-${name}`, name });
  // Of all workspaces, however many a move has.
  const changedSet = (name: string) => ({ ...set(name), workspaces: 100 });
  const related: MoveImpact["related"] = {
    teamAccess: {
      gained: [{ team: web!, access: "write" }],
      lost: [{ team: ops!, access: "admin" }],
      changed: [
        { team: qa!, before: "read", after: "maintain", permissions: [] },
        {
          team: { id: "team-1", name: null },
          before: "custom",
          after: "custom",
          permissions: [
            { name: "workspace-access.move", before: undefined, after: true },
            { name: "workspace-access.runs", before: "read", after: "apply" },
          ],
        },
      ],
    },
    variableSets: { gained: [changedSet("aws-dev")], lost: [changedSet("aws-prod"), changedSet("dns")], changed: [] },
    policySets: { gained: [], lost: [changedSet("soc2")], changed: [] },
    tags: {
      gained: [{ key: "cost", value: "" }],
      lost: [{ key: "team", value: "web" }],
      changed: [{ key: "env", before: "prod", after: "dev" }],
    },
    policySetsByTags: [set("by-tags")],
  };
  const { moves, deletions } = plan.impact;
  const lost = {
    teamAccess: related.teamAccess!.lost,
    variableSets: related.variableSets!.lost,
    policySets: related.policySets!.lost,
    tags: related.tags!.lost,
  };
  const impact = {
    moves: moves.map((move) => ({ ...move, related })),
    deletions: deletions.map((it) => ({ ...it, related: lost })),
  };
  return { ...plan, impact };
}

/** The same plan for a token that may read nothing beside the projects. */
export function withUnreadable(plan: Plan): Plan {
  const { moves, deletions } = plan.impact;
  const related = { teamAccess: undefined, variableSets: undefined, policySets: undefined, tags: undefined };
  const impact = {
    moves: moves.map((move) => ({ ...move, settings: [], related: { ...related, policySetsByTags: [] } })),
    deletions: deletions.map((it) => ({ ...it, related })),
  };
  return { ...plan, impact };
}

/** A plan in which this many projects change their description, and give their workspaces to the next one. */
export function largePlan(count: number): Plan {
  const all = Array.from({ length: count }, (_, index) => index);
  const workspaces = (index: number): string[] => [`network-${index % count}`, `database-${index % count}`];
  return planFor(
    [
      { name: "Default Project" },
      ...all.map((index) => ({ name: `Project ${index}`, description: "old", workspaces: workspaces(index) })),
    ],
    all.map((index) => ({ name: `Project ${index}`, description: "new", workspaces: workspaces(index + 1) })),
    { maxMoves: "all" },
  );
}
