import { groupBy, formatList } from "../../reconcile";
import { shownSource } from "../../source";
import { PASS_TERRAFORM_PLAN, readTerraformPlan, type PlanContent } from "../../terraform/plan-file";
import { readable } from "../../terraform/unsupported-document";
import { UserError } from "../../user-error";
import type { Listener } from "../events";
import { ConfigurationError } from "./configuration-error";
import { checkOrganizationUsed, type DefaultOrganization } from "./organizations";
import { withHostTokens } from "./plan-credentials";
import { readConfiguration, type Configuration } from "./read-configuration";
import { readPlan } from "./read-plan";
import { withStates } from "./state-files";
import type { TerraformCode } from "./terraform-json";

export interface CodeOptions {
  /** The organization of code that names none. */
  readonly organization: DefaultOrganization | undefined;
  /** Stack → its Terraform state, `-` for stdin. @default the state files of local backends */
  readonly states?: ReadonlyMap<string, string> | undefined;
  /** Whether the code is about to be applied. Then an empty state is an error, not a warning. @default false */
  readonly isApplied?: boolean | undefined;
}

/** Code, with what it leaves open. */
export interface Code extends Configuration {
  /** Files and modules that are not read: their projects count as unmanaged. */
  readonly unread: readonly string[];
}

/**
 * Reads code with its Terraform states. Warns of what is not read.
 *
 * @throws UserError when it cannot be read, or has no projects and no memberships.
 */
export function readCode(
  { modules, skipped }: TerraformCode,
  { organization, states, isApplied = false }: CodeOptions,
  listener: Listener,
): Code {
  const onEmptyState = (path: string): void => {
    if (isApplied) throw emptyState(path);
    const meaning = "so projects are identified by their names, and nothing that left the code is found";
    listener({
      kind: "warning",
      message: `The Terraform state ${path} is empty, ${meaning}. ${EMPTY_STATE}`,
      remedy: { kind: "other-state" },
    });
  };
  const withTheirStates = withStates(modules, states, onEmptyState);
  const code = withProblems(() => readConfiguration(withTheirStates, organization?.name));
  const unread = [...skipped, ...code.unreadModules];
  for (const what of unread) {
    listener({ kind: "warning", message: `${what} cannot be read; its projects count as unmanaged.` });
  }
  return { ...checked(code, organization, listener), unread };
}

/**
 * Reads the code in a plan of Terraform's.
 *
 * @throws UserError when it cannot be used, or has no projects and no memberships.
 */
export function readPlannedCode(
  path: string,
  content: PlanContent,
  organization: DefaultOrganization | undefined,
  listener: Listener,
): Code {
  const plan = readTerraformPlan(path, content);
  const code = withProblems(() => readable("plan", path, () => readPlan(plan, organization?.name)));
  return { ...withHostTokens(checked(code, organization, listener), { path: shownSource(path) }), unread: [] };
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

/** Runs what reads code. @throws UserError with all problems of the code. */
function withProblems(read: () => Configuration): Configuration {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    // The same problem of many resources is one.
    const byMessage = groupBy(error.problems, ({ message }) => message);
    const lines = [...byMessage].map(
      ([message, problems]) => `${formatList(problems.map(({ where }) => where))}:\n  ${message}`,
    );
    throw new UserError(
      ["Invalid configuration:", ...lines].join("\n"),
      `Correct the code. If only Terraform can evaluate it, pass its plan: ${PASS_TERRAFORM_PLAN}.`,
      {
        code: "INVALID_CONFIGURATION",
        summary: "Invalid configuration.",
        problems: error.problems.map(({ where, message }) => ({ address: where, message })),
        cause: error,
      },
    );
  }
}
