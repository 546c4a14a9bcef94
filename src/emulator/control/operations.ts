import { clockOperations, emulatorOperations, faultOperations, requestOperations } from "./emulator";
import type { AnyOperation } from "./operation";
import { requestsOf } from "./operation";
import { organizationOperations } from "./organizations";
import { projectOperations } from "./projects";
import { runTaskOperations } from "./run-tasks";
import { runOperations } from "./runs";
import { objectOperations } from "./objects";
import { teamOperations } from "./teams";
import { tokenOperations } from "./tokens";
import { workspaceOperations } from "./workspaces";
import { KINDS } from "../service-kinds";

/** The operations of kinds that say how they are made out of band, with methods in the process or without. */
function objectRoutes(isInProcess: boolean): readonly AnyOperation[] {
  return KINDS.flatMap((kind) => {
    const name = kind.outOfBand?.name;
    if (name === undefined || IN_PROCESS.includes(name) !== isInProcess) return [];
    return requestsOf(name, objectOperations(kind), isInProcess);
  });
}

const IN_PROCESS = ["variableSets", "policySets"];

/** The operations that have methods in the process, in the order of their documentation. */
export const CONTROL_ROUTES: readonly AnyOperation[] = [
  ...requestsOf("", { state: emulatorOperations.state }),
  ...requestsOf("organizations", organizationOperations),
  ...requestsOf("projects", projectOperations),
  ...requestsOf("workspaces", workspaceOperations),
  ...requestsOf("tokens", tokenOperations),
  ...requestsOf("teams", teamOperations),
  ...objectRoutes(true),
  ...requestsOf("runTasks", runTaskOperations),
  ...requestsOf("runs", runOperations),
  ...requestsOf("clock", clockOperations),
  ...requestsOf("requests", requestOperations),
  ...requestsOf("faults", faultOperations),
  ...requestsOf("", { rateLimit: emulatorOperations.rateLimit, setRateLimit: emulatorOperations.setRateLimit }),
];

/** Every operation of the control API. */
export const ALL_CONTROL_ROUTES: readonly AnyOperation[] = [...CONTROL_ROUTES, ...objectRoutes(false)];
