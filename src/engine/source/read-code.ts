import { TWO_OWNERS } from "../../model";
import { formatList } from "../../reconcile";
import { shownSource } from "../../source";
import { PASS_TERRAFORM_PLAN, readTerraformPlan, type PlanContent } from "../../terraform/plan-file";
import { PRINT_PLAN } from "../../terraform/plan";
import { readable } from "../../terraform/unsupported-document";
import { UserError } from "../../user-error";
import type { Listener } from "../events";
import { ConfigurationError, invalidConfiguration } from "./configuration-error";
import type { DesiredOrganization } from "../organization";
import type { PlanOptions } from "../plan/plan-options";
import { checkOrganizationUsed, type DefaultOrganization, type OrganizationConfiguration } from "./organizations";
import { readConfiguration, type Configuration, type TerraformModule } from "./read-configuration";
import { readPlan } from "./read-plan";
import { withStates, type GivenState } from "./state-files";
import type { Surroundings } from "../../surroundings";
import { NO_CODE_YET } from "./terraform-json";

export interface CodeOptions {
  /** The organization of code that names none. */
  readonly organization: DefaultOrganization | undefined;
  /** Stack → its Terraform state. @default the state files of local backends */
  readonly states?: ReadonlyMap<string, GivenState> | undefined;
  readonly surroundings: Surroundings;
  /** Whether the code is about to be applied. Then an empty state is an error, not a warning. @default false */
  readonly isApplied?: boolean | undefined;
}

/**
 * Reads root modules with their Terraform states. Warns of modules that they call, which are not read.
 *
 * @param path - What messages call the code.
 * @throws UserError when it cannot be read, or has no projects and no memberships.
 */
export async function readCode(
  path: string,
  modules: readonly TerraformModule[],
  { organization, states = new Map(), surroundings, isApplied = false }: CodeOptions,
  listener: Listener,
): Promise<readonly OrganizationConfiguration[]> {
  const onEmptyState = (path: string): void => {
    if (isApplied) throw emptyState(path);
    const meaning = "so projects are identified by their names, and nothing that left the code is found";
    listener({
      kind: "warning",
      message: `The Terraform state ${path} is empty, ${meaning}. ${EMPTY_STATE}`,
      remedy: { kind: "other-state" },
    });
  };
  for (const message of modules.flatMap(({ warnings = [] }) => warnings)) {
    // What a plan finds itself, it reports with what it knows of the organization.
    if (!message.includes(TWO_OWNERS)) listener({ kind: "warning", message });
  }
  const withTheirStates = await withStates(modules, states, onEmptyState, surroundings);
  const code = withProblems(() => readConfiguration(withTheirStates, organization?.name), CORRECT_CODE);
  const unread = code.unreadModules;
  for (const what of unread) {
    listener({ kind: "warning", message: `${what} cannot be read; its projects count as unmanaged.` });
  }
  const { organizations } = checked(code, organization, listener);
  if (organizations.length === 0) throw noCode(path);
  if (unread.length === 0) return organizations;
  return organizations.map((it) => ({ ...it, desired: { ...it.desired, unread } }));
}

function noCode(path: string): UserError {
  return new UserError(`The code in ${path} has no projects and no memberships.`, NO_CODE_YET, { code: "NO_CODE" });
}

/**
 * Checks that code which is authoritative was read as a whole.
 *
 * @throws UserError when it was not: with `prune`, a plan would delete the projects of the rest.
 */
export function checkPrunable({ unread = [] }: DesiredOrganization, { prune = false }: PlanOptions): void {
  if (!prune || unread.length === 0) return;
  throw new UserError(
    `\`prune\` would delete the projects of code that tfprojects cannot read: ${formatList(unread)}.`,
    `Pass Terraform's plan, which has all of the code: ${PASS_TERRAFORM_PLAN}.`,
    { code: "UNREADABLE_CODE", remedy: { kind: "no-prune" } },
  );
}

/**
 * Reads the code in a Terraform plan.
 *
 * @throws UserError when it cannot be used, or has no projects and no memberships.
 */
export function readPlannedCode(
  path: string,
  content: PlanContent,
  organization: DefaultOrganization | undefined,
  listener: Listener,
): readonly OrganizationConfiguration[] {
  const plan = readTerraformPlan(path, content);
  const code = withProblems(() => readable("plan", path, () => readPlan(plan, organization?.name)), NEW_PLAN);
  const { organizations } = checked(code, organization, listener);
  if (organizations.length > 0) return organizations;
  throw new UserError(
    `The Terraform plan ${shownSource(path)} has no projects and no memberships.`,
    "Use the plan of a configuration with tfprojects.",
    { code: "NO_CODE" },
  );
}

function checked(
  code: Configuration,
  organization: DefaultOrganization | undefined,
  listener: Listener,
): Configuration {
  for (const message of code.notices) listener({ kind: "warning", message });
  checkOrganizationUsed(code.organizations, organization);
  return code;
}

/** Terraform creates the file of a state before it writes it. */
const EMPTY_STATE =
  "If Terraform is running, wait until it has ended. If it was killed, restore the file from its backup " +
  "(terraform.tfstate.backup). If there is no state yet, delete the file.";

function emptyState(path: string): UserError {
  return new UserError(`Nothing was changed: the Terraform state ${path} is empty.`, EMPTY_STATE, {
    code: "INVALID_STATE",
    remedy: { kind: "other-state" },
  });
}

const CORRECT_CODE = `Correct the code. If only Terraform can evaluate it, pass its plan: ${PASS_TERRAFORM_PLAN}.`;

const NEW_PLAN = `After that, make a new plan: run \`${PRINT_PLAN}\`.`;

/** Runs what reads code. @throws UserError with all problems of the code. */
function withProblems(read: () => Configuration, nextStep: string): Configuration {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw invalidConfiguration(error, nextStep);
  }
}
