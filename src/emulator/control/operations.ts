import { KINDS } from "../service-kinds";
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

/** The kinds whose operations have methods in the process, too. */
const PROMISED = ["variableSets", "policySets"];

/** Every operation of the control API, in the order of its documentation. */
export const CONTROL_ROUTES: readonly AnyOperation[] = [
  ...requestsOf("", { state: emulatorOperations.state }),
  ...requestsOf("organizations", organizationOperations),
  ...requestsOf("projects", projectOperations),
  ...requestsOf("workspaces", workspaceOperations),
  ...requestsOf("tokens", tokenOperations),
  ...requestsOf("teams", teamOperations),
  ...KINDS.flatMap((kind) =>
    kind.outOfBand === undefined
      ? []
      : requestsOf(kind.outOfBand.name, objectOperations(kind), PROMISED.includes(kind.outOfBand.name)),
  ),
  ...requestsOf("runTasks", runTaskOperations),
  ...requestsOf("runs", runOperations),
  ...requestsOf("clock", clockOperations),
  ...requestsOf("requests", requestOperations),
  ...requestsOf("faults", faultOperations),
  ...requestsOf("", { rateLimit: emulatorOperations.rateLimit, setRateLimit: emulatorOperations.setRateLimit }),
];
