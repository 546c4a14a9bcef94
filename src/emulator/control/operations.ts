import type { ObjectControls } from "../service-kinds";
import type { ControlContext } from "./context";
import { clockOperations, emulatorOperations, faultOperations, requestOperations } from "./emulator";
import { OBJECT_GROUPS } from "./objects";
import type { AnyOperation, Methods } from "./operation";
import { methodsOf, requestsOf } from "./operation";
import { organizationOperations } from "./organizations";
import { projectOperations } from "./projects";
import { runOperations } from "./runs";
import { tokenOperations } from "./tokens";
import { workspaceOperations } from "./workspaces";

/** The groups of operations that no kind states. */
const GROUPS = {
  organizations: organizationOperations,
  projects: projectOperations,
  workspaces: workspaceOperations,
  tokens: tokenOperations,
  runs: runOperations,
  clock: clockOperations,
} as const;

/** The groups of operations, with a method for each. */
export type ControlGroups = ObjectControls & {
  readonly [N in keyof typeof GROUPS]: Methods<(typeof GROUPS)[N]>;
};

/** The methods of all groups for one emulator. */
export function controlGroups(context: ControlContext): ControlGroups {
  const groups = Object.entries({ ...GROUPS, ...OBJECT_GROUPS }).map(([name, it]) => [name, methodsOf(context, it)]);
  // They have the types of their operations, and those that follow from kinds; the compiler cannot follow
  // Object.entries.
  return Object.fromEntries(groups) as ControlGroups;
}

const { runs, clock, ...objects } = GROUPS;

/** Every operation of the control API, in the order of their documentation. */
export const CONTROL_ROUTES: readonly AnyOperation[] = [
  ...requestsOf("", { state: emulatorOperations.state }),
  ...Object.entries({ ...objects, ...OBJECT_GROUPS, runs, clock }).flatMap(([name, it]) => requestsOf(name, it)),
  ...requestsOf("requests", requestOperations),
  ...requestsOf("faults", faultOperations),
  ...requestsOf("", { rateLimit: emulatorOperations.rateLimit, setRateLimit: emulatorOperations.setRateLimit }),
];
