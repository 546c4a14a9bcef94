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

/** The operations that do not follow from a kind. */
const OWN_GROUPS = {
  organizations: organizationOperations,
  projects: projectOperations,
  workspaces: workspaceOperations,
  tokens: tokenOperations,
  runs: runOperations,
  clock: clockOperations,
} as const;

type MethodsIn<Groups> = { readonly [N in keyof Groups]: Methods<Groups[N]> };
/** The methods of both; for those of the same name, the own ones. */
type Merged<Own, Others> = {
  readonly [N in keyof Own | keyof Others]: (N extends keyof Own ? Own[N] : unknown) &
    (N extends keyof Others ? Omit<Others[N], N extends keyof Own ? keyof Own[N] : never> : unknown);
};

/** The groups of operations, with a method for each. */
export type ControlGroups = Merged<MethodsIn<typeof OWN_GROUPS>, ObjectControls>;

/** The groups in the order of their documentation. */
const GROUPS = Object.entries({ ...OWN_GROUPS, ...OBJECT_GROUPS }).map(([name, group]) => {
  const own = new Map<string, object>(Object.entries(OWN_GROUPS)).get(name);
  return [name, { ...group, ...own }] as const;
});

/** The methods of all groups for one emulator. */
export function controlGroups(context: ControlContext): ControlGroups {
  const groups = GROUPS.map(([name, operations]) => [name, methodsOf(context, operations)]);
  // They have the types of their operations, and those that follow from kinds; the compiler cannot follow
  // Object.entries.
  return Object.fromEntries(groups) as ControlGroups;
}

/** Every operation of the control API, in the order of their documentation. */
export const CONTROL_ROUTES: readonly AnyOperation[] = [
  ...requestsOf("", { state: emulatorOperations.state }),
  ...GROUPS.flatMap(([name, operations]) => requestsOf(name, operations)),
  ...requestsOf("requests", requestOperations),
  ...requestsOf("faults", faultOperations),
  ...requestsOf("", { rateLimit: emulatorOperations.rateLimit, setRateLimit: emulatorOperations.setRateLimit }),
];
