import type { Event } from "../service-model/events";
import { isFinal, RUN_STAGES } from "../service-model/runs";
import type { NewRun } from "../service-model/runs";
import type { ModelState } from "../service-model/state";
import type { Random } from "./random";

const ABILITIES = ["read", "update", "destroy", "create-workspace", "move-workspaces", "run", "override"];
const ROLES = ["owner", "manage-projects", "organization", "read-only", "team"];

/** The start of every sequence: two organizations, workspaces for several pages, a token of each role. */
export function initialEvents(random: Random): Event[] {
  const workspaces = (organization: string, count: number): Event[] =>
    Array.from({ length: count }, (_, index) => ({
      kind: "workspace",
      organization,
      name: `${organization}-${index}`,
    }));
  return [
    { kind: "organization", name: "acme" },
    { kind: "organization", name: "umbrella" },
    ...workspaces("acme", 130),
    ...workspaces("umbrella", 6),
    ...ROLES.map((role): Event => ({ kind: "token", organization: "acme", role, projects: {} })),
    { kind: "token", organization: "umbrella", role: random.oneOf(["owner", "manage-projects"]), projects: {} },
  ];
}

/** An event out of band; undefined when there is nothing that it could affect. */
export function randomEvent(random: Random, world: ModelState, number: number): Event | undefined {
  switch (
    random.weighted({ workspace: 3, remove: 3, move: 8, token: 6, run: 14, report: 50, stage: 3, cancel: 2, time: 6 })
  ) {
    case "workspace": {
      const { organization, id } = random.oneOf(world.projects);
      const name = `made-${number}`;
      return { kind: "workspace", organization, name, ...(random.chance(0.5) ? { project: id } : {}) };
    }
    case "remove":
      return world.workspaces.length < 100
        ? undefined
        : { kind: "delete-workspace", workspace: random.oneOf(world.workspaces).id };
    case "move": {
      const workspace = random.oneOf(world.workspaces);
      const home = world.projects.filter(({ organization }) => organization === workspace.organization);
      return { kind: "move", workspace: workspace.id, project: random.oneOf(home).id };
    }
    case "token":
      return anyToken(random, world);
    case "run":
      return { kind: "run", run: anyRun(random, world) };
    case "report":
      return anyReport(random, world);
    case "stage": {
      const open = world.stages.filter(({ status }) => !isFinal(status));
      if (open.length === 0) return undefined;
      return {
        kind: "stage",
        stage: random.oneOf(open).id,
        status: random.oneOf(["errored", "canceled", "unreachable"]),
      };
    }
    case "cancel": {
      const open = world.stages.filter(({ status }) => !isFinal(status));
      return open.length === 0 ? undefined : { kind: "cancel", run: random.oneOf(open).run };
    }
    case "time":
      return { kind: "time", seconds: random.oneOf([0.4, 1, 2, 2, 90, 240, 610]) };
  }
}

/** A token with permissions for some projects, besides those of its role. */
function anyToken(random: Random, world: ModelState): Event {
  const { name: organization } = random.oneOf(world.organizations);
  const here = world.projects.filter((project) => project.organization === organization);
  const projects = Object.fromEntries(
    random
      .some(here, random.integerBelow(12))
      .map(({ id }) => [id, ABILITIES.filter((ability) => random.chance(ability === "read" ? 0.8 : 0.5))]),
  );
  return { kind: "token", organization, role: random.oneOf([...ROLES, "team", "team", "read-only"]), projects };
}

function anyRun(random: Random, world: ModelState): NewRun {
  const level = (): string => random.oneOf(["mandatory", "mandatory", "advisory"]);
  const stage = (): string => random.oneOf([...RUN_STAGES, "post_plan", "post_plan"]);
  const tasks = Array.from({ length: random.between(0, 4) }, () => ({
    name: random.oneOf(["scan", "cost", "audit"]),
    stage: stage(),
    level: level(),
  }));
  const policies = Array.from({ length: random.oneOf([0, 0, 0, 1, 2]) }, () => ({
    stage: stage(),
    level: level(),
    overridable: random.chance(0.7),
  }));
  return {
    workspace: random.oneOf(world.workspaces).id,
    speculative: random.chance(0.2),
    tasksOverridable: random.chance(0.5),
    tasks,
    policies,
  };
}

/** The next report of a run task or a policy, in a stage that is active. */
function anyReport(random: Random, world: ModelState): Event | undefined {
  const recent = world.stages.slice(-100);
  const first = recent.filter(
    ({ run }, index) => recent.findIndex((other) => other.run === run && !isFinal(other.status)) === index,
  );
  const open = first.filter(({ status }) => status === "pending" || status === "running").map(({ id }) => id);
  const results = world.results.slice(-300).filter(({ stage, status }) => open.includes(stage) && !isFinal(status));
  const policies = world.policies.slice(-100).filter(({ stage, status }) => open.includes(stage) && !isFinal(status));
  if (policies.length > 0 && random.chance(0.3)) {
    const status = random.oneOf(["running", "passed", "failed", "failed", "errored"]);
    return { kind: "policy", policy: random.oneOf(policies).id, status };
  }
  if (results.length === 0) return undefined;
  const status = random.oneOf([
    "running",
    "passed",
    "passed",
    "failed",
    "failed",
    "errored",
    "canceled",
    "unreachable",
  ]);
  const message = random.oneOf([null, "Looked at everything.", "Two\nlines", ""]);
  return {
    kind: "report",
    result: random.oneOf(results).id,
    status,
    message,
    url: random.oneOf([null, "https://scan.example.com/7"]),
  };
}
