import type { Event } from "../service-model/events";
import { isFinal, RUN_STAGES } from "../service-model/runs";
import type { NewRun } from "../service-model/runs";
import type { ModelState } from "../service-model/state";
import type { Random } from "./random";

const ABILITIES = ["read", "update", "destroy", "create-workspace", "move-workspaces", "run", "override"];
export const ROLES = ["owner", "manage-projects", "organization", "read-only", "team"];

/** The scene at the start of every sequence: two organizations, workspaces for whole pages, a token of each role. */
export function initialEvents(dice: Random): Event[] {
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
    { kind: "token", organization: "umbrella", role: dice.oneOf(["owner", "manage-projects"]), projects: {} },
  ];
}

/** Something that happens at the service by itself; undefined when there is nothing it could happen to. */
export function randomEvent(dice: Random, world: ModelState, number: number): Event | undefined {
  switch (
    dice.weighted({ workspace: 3, remove: 3, move: 8, token: 6, run: 14, report: 50, stage: 3, cancel: 2, time: 6 })
  ) {
    case "workspace": {
      const { organization, id } = dice.oneOf(world.projects);
      const name = `made-${number}`;
      return { kind: "workspace", organization, name, ...(dice.chance(0.5) ? { project: id } : {}) };
    }
    case "remove":
      return world.workspaces.length < 100
        ? undefined
        : { kind: "delete-workspace", workspace: dice.oneOf(world.workspaces).id };
    case "move": {
      const workspace = dice.oneOf(world.workspaces);
      const home = world.projects.filter(({ organization }) => organization === workspace.organization);
      return { kind: "move", workspace: workspace.id, project: dice.oneOf(home).id };
    }
    case "token":
      return anyToken(dice, world);
    case "run":
      return { kind: "run", run: anyRun(dice, world) };
    case "report":
      return anyReport(dice, world);
    case "stage": {
      const open = world.stages.filter(({ status }) => !isFinal(status));
      if (open.length === 0) return undefined;
      return { kind: "stage", stage: dice.oneOf(open).id, status: dice.oneOf(["errored", "canceled", "unreachable"]) };
    }
    case "cancel": {
      const open = world.stages.filter(({ status }) => !isFinal(status));
      return open.length === 0 ? undefined : { kind: "cancel", run: dice.oneOf(open).run };
    }
    case "time":
      return { kind: "time", seconds: dice.oneOf([0.4, 1, 2, 2, 90, 240, 610]) };
  }
}

/** A token for some projects of its organization, beside what its role may. */
function anyToken(dice: Random, world: ModelState): Event {
  const { name: organization } = dice.oneOf(world.organizations);
  const here = world.projects.filter((project) => project.organization === organization);
  const projects = Object.fromEntries(
    dice
      .some(here, dice.integerBelow(12))
      .map(({ id }) => [id, ABILITIES.filter((ability) => dice.chance(ability === "read" ? 0.8 : 0.5))]),
  );
  return { kind: "token", organization, role: dice.oneOf([...ROLES, "team", "team", "read-only"]), projects };
}

function anyRun(dice: Random, world: ModelState): NewRun {
  const level = (): string => dice.oneOf(["mandatory", "mandatory", "advisory"]);
  const stage = (): string => dice.oneOf([...RUN_STAGES, "post_plan", "post_plan"]);
  const tasks = Array.from({ length: dice.between(0, 4) }, () => ({
    name: dice.oneOf(["scan", "cost", "audit"]),
    stage: stage(),
    level: level(),
  }));
  const policies = Array.from({ length: dice.oneOf([0, 0, 0, 1, 2]) }, () => ({
    stage: stage(),
    level: level(),
    overridable: dice.chance(0.7),
  }));
  return {
    workspace: dice.oneOf(world.workspaces).id,
    speculative: dice.chance(0.2),
    tasksOverridable: dice.chance(0.5),
    tasks,
    policies,
  };
}

/** The next word of a run task or a policy, in the stage of a run that is at work. */
function anyReport(dice: Random, world: ModelState): Event | undefined {
  const recent = world.stages.slice(-100);
  const first = recent.filter(
    ({ run }, index) => recent.findIndex((other) => other.run === run && !isFinal(other.status)) === index,
  );
  const open = first.filter(({ status }) => status === "pending" || status === "running").map(({ id }) => id);
  const results = world.results.slice(-300).filter(({ stage, status }) => open.includes(stage) && !isFinal(status));
  const policies = world.policies.slice(-100).filter(({ stage, status }) => open.includes(stage) && !isFinal(status));
  if (policies.length > 0 && dice.chance(0.3)) {
    const status = dice.oneOf(["running", "passed", "failed", "failed", "errored"]);
    return { kind: "policy", policy: dice.oneOf(policies).id, status };
  }
  if (results.length === 0) return undefined;
  const status = dice.oneOf(["running", "passed", "passed", "failed", "failed", "errored", "canceled", "unreachable"]);
  const message = dice.oneOf([null, "Looked at everything.", "Two\nlines", ""]);
  return {
    kind: "report",
    result: dice.oneOf(results).id,
    status,
    message,
    url: dice.oneOf([null, "https://scan.example.com/7"]),
  };
}
