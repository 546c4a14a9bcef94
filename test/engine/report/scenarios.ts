import type { ImpactEffect, KindImpact } from "../../../src/engine/impact/kind";
import { IMPACT_KIND_NAMES, kindOf, type ImpactKindName, type RelatedImpact } from "../../../src/engine/impact/kinds";
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
  const lost = (kind: string, name: string, before?: string): ImpactEffect => {
    return { change: "lost", id: `${kind}-${name}`, name, before };
  };
  const gained = (kind: string, name: string, after?: string): ImpactEffect => {
    return { change: "gained", id: `${kind}-${name}`, name, after };
  };
  const permissions = [
    { name: "workspace-access.move", before: undefined, after: true },
    { name: "workspace-access.runs", before: "read", after: "apply" },
  ];
  const related: RelatedImpact = {
    ...mapKinds(() => ({ effects: [] })),
    teamAccess: {
      effects: [
        lost("team", "ops|<b>", "admin"),
        gained("team", "web", "write"),
        { change: "changed", id: "team-qa", name: "qa", before: "read", after: "maintain" },
        { change: "changed", id: "team-1", name: null, before: "custom", after: "custom", permissions },
      ],
    },
    variableSets: { effects: [lost("set", "aws-prod"), lost("set", "dns"), gained("set", "aws-dev")] },
    policySets: { effects: [lost("set", "soc2")], notCompared: ["policy sets by-tags, which are not known"] },
    tags: {
      effects: [
        { change: "lost", name: "team", before: "web" },
        { change: "gained", name: "cost", after: "" },
        { change: "changed", name: "env", before: "prod", after: "dev" },
      ],
    },
    runTasks: {
      effects: [{ ...gained("task", "scan", "mandatory"), note: "post_plan: may stop runs", workspaces: 1 }],
    },
    agentPools: {
      effects: [{ change: "affected", id: "apool-1", name: "private", note: "has no agent", isCertain: false }],
    },
  };
  const { moves, deletions } = plan.impact;
  const deleted = Object.fromEntries(
    WITH_PROJECTS.map((kind) => [kind, related[kind]?.effects.filter(({ change }) => change === "lost")]),
  );
  const impact = {
    ...plan.impact,
    moves: moves.map((move) => ({ ...move, related })),
    deletions: deletions.map((it) => ({ ...it, related: deleted })),
  };
  return { ...plan, impact };
}

/** The kinds of which something is deleted with a project. */
const WITH_PROJECTS = IMPACT_KIND_NAMES.filter((kind) => kindOf(kind).deletedWith !== undefined);

/** Something for each kind of what `--impact` reads. */
function mapKinds<T>(valueOf: () => T): Readonly<Record<ImpactKindName, T>> {
  return Object.fromEntries(IMPACT_KIND_NAMES.map((kind) => [kind, valueOf()])) as Record<ImpactKindName, T>;
}

/** The same plan for a token that may read nothing beside the projects. */
export function withUnreadable(plan: Plan): Plan {
  const { moves, deletions } = plan.impact;
  const related = mapKinds((): KindImpact | undefined => undefined);
  const impact = {
    ...plan.impact,
    moves: moves.map((move) => ({ ...move, settings: [], related })),
    deletions: deletions.map((it) => ({
      ...it,
      related: Object.fromEntries(WITH_PROJECTS.map((kind) => [kind, undefined])),
    })),
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
