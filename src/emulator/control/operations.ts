import { clockOperations, emulatorOperations, faultOperations, requestOperations } from "./emulator";
import type { AnyOperation } from "./operation";
import { requestsOf } from "./operation";
import { organizationOperations } from "./organizations";
import { projectOperations } from "./projects";
import { runTaskOperations } from "./run-tasks";
import { runOperations } from "./runs";
import { policySetOperations, teamOperations, variableSetOperations } from "./teams-and-sets";
import { tokenOperations } from "./tokens";
import { workspaceOperations } from "./workspaces";

/** Every operation of the control API, in the order of its documentation. */
export const CONTROL_ROUTES: readonly AnyOperation[] = [
  ...requestsOf("", { state: emulatorOperations.state }),
  ...requestsOf("organizations", organizationOperations),
  ...requestsOf("projects", projectOperations),
  ...requestsOf("workspaces", workspaceOperations),
  ...requestsOf("tokens", tokenOperations),
  ...requestsOf("teams", teamOperations),
  ...requestsOf("variableSets", variableSetOperations),
  ...requestsOf("policySets", policySetOperations),
  ...requestsOf("runTasks", runTaskOperations),
  ...requestsOf("runs", runOperations),
  ...requestsOf("clock", clockOperations),
  ...requestsOf("requests", requestOperations),
  ...requestsOf("faults", faultOperations),
  ...requestsOf("", { rateLimit: emulatorOperations.rateLimit, setRateLimit: emulatorOperations.setRateLimit }),
];
