import { clockOperations, emulatorOperations, faultOperations, requestOperations } from "./emulator";
import type { AnyOperation } from "./operation";
import { requestsOf } from "./operation";
import { organizationOperations } from "./organizations";
import { projectOperations } from "./projects";
import { runOperations } from "./runs";
import { OBJECT_GROUPS } from "./objects";
import { tokenOperations } from "./tokens";
import { workspaceOperations } from "./workspaces";

/** Every operation of the control API, in the order of their documentation. */
export const CONTROL_ROUTES: readonly AnyOperation[] = [
  ...requestsOf("", { state: emulatorOperations.state }),
  ...requestsOf("organizations", organizationOperations),
  ...requestsOf("projects", projectOperations),
  ...requestsOf("workspaces", workspaceOperations),
  ...requestsOf("tokens", tokenOperations),
  ...Object.entries(OBJECT_GROUPS).flatMap(([name, group]) => requestsOf(name, group)),
  ...requestsOf("runs", runOperations),
  ...requestsOf("clock", clockOperations),
  ...requestsOf("requests", requestOperations),
  ...requestsOf("faults", faultOperations),
  ...requestsOf("", { rateLimit: emulatorOperations.rateLimit, setRateLimit: emulatorOperations.setRateLimit }),
];
