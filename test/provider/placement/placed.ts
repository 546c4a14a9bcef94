import { tfprojectsProvider } from "../../../src/provider/provider";
import { InProcessTerraform, type Block, type Configuration } from "../../in-process-terraform";
import type { InProcessTerraformOptions } from "../../in-process-terraform/in-process-terraform";
import type { Acme } from "../../support/acme";
import { identityOfMoves, STATES_NOT_COMPARED, type MovedPair } from "../context";
import { configurationFor } from "../in-process";

export const PLACEMENT = "tfprojects_workspace_placement.all";

/** Both kinds of hosts: from Terraform 1.16 on, the second plan gets the private state of the first one. */
export const HOSTS = [
  ["a host that stores planned private state", true],
  ["a host that does not", false],
] as const;

export function terraformWith(options: InProcessTerraformOptions = {}): InProcessTerraform {
  return new InProcessTerraform(() => tfprojectsProvider, options);
}

/** Terraform that plans and applies what is independent in the order of the code, or in the opposite order. */
export function terraformInOrder(order: "first" | "last", options: InProcessTerraformOptions = {}): InProcessTerraform {
  return terraformWith({ ...options, parallelism: 1, choose: (count) => (order === "first" ? 0 : count - 1) });
}

/** Code with a placement, and what else it has. */
export function placing(
  acme: Acme,
  rules: readonly Block[],
  more: Block = {},
  others: Readonly<Record<string, Block>> = {},
): Configuration {
  return configurationFor(acme, { ...others, [PLACEMENT]: { rule: rules, ...more } });
}

export function unplacedIn(terraform: InProcessTerraform): unknown {
  return terraform.state.get(PLACEMENT)?.values["unplaced"];
}

interface Reported {
  readonly diagnostics: readonly { readonly severity: string; readonly summary: string; readonly detail: string }[];
}

export function errorsOf({ diagnostics }: Reported): Reported["diagnostics"] {
  return diagnostics.filter(({ severity }) => severity === "error");
}

/** The texts of all warnings. */
/** The warning of workspaces that unchanged rules move: `unplaced` has them. */
export function movesBySameRules(...pairs: readonly MovedPair[]): string {
  const count = pairs.reduce((sum, [workspaces]) => sum + workspaces, 0);
  return `${count} ${count === 1 ? "workspace moves" : "workspaces move"} by rules\n${effectsOf(...pairs)}`;
}

/** What the warning of moves ends with. */
export function effectsOf(...pairs: readonly MovedPair[]): string {
  return `${identityOfMoves(...pairs)}\n\n${STATES_NOT_COMPARED}`;
}

export function warningsOf({ diagnostics }: Reported): string {
  return diagnostics
    .filter(({ severity }) => severity === "warning")
    .map(({ summary, detail }) => `${summary}\n${detail}`)
    .join("\n");
}
