import { CDK_APP, TWO_OWNERS } from "../../model";
import { isStdin, shownSource } from "../../source";
import { messageOf } from "../../system-errors";
import { parseJsonText } from "../../terraform/json-syntax";
import { kindAt, unreadablePath } from "../../terraform/code-path";
import { decodeText, readBytes, readStdin } from "../../text-file";
import { isTypeScript, type CdktfConfiguration } from "../../terraform/cdk-app";
import { HCL_UNSUPPORTED, PASS_TERRAFORM_PLAN, readTerraformPlan, type PlanContent } from "../../terraform/plan-file";
import { isTerraformOutput, PRINT_PLAN } from "../../terraform/plan";
import { readable, readableContent } from "../../terraform/unsupported-document";
import { UserError } from "../../user-error";
import type { Notify } from "../host";
import { ConfigurationError, invalidConfiguration } from "../configuration-error";
import { formatOf } from "../saved-plan-format";
import { checkOrganizationUsed, type DefaultOrganization } from "./organizations";
import { readModules, type OrganizationsInCode } from "./read-modules";
import { readPlan } from "./read-plan";
import { withStates, type GivenState } from "./state-files";
import { absolutePath, type ProcessContext } from "../../process-context";
import { appIn, NO_CODE_YET, readTerraformJson, type CodeSource } from "./terraform-json";

/** What is at a path, read once. */
type Source =
  | CodeSource
  | { readonly kind: "saved-plan"; readonly path: string; readonly content: unknown }
  | { readonly kind: "terraform-plan"; readonly path: string; readonly content: PlanContent };

/**
 * Reads the file at a path, and tells what it is. It is checked by what reads its content.
 *
 * @param path - `-` for a Terraform plan on stdin; nothing else can be read from there.
 * @throws UserError when it is a file that is none of them, or cannot be read.
 */
export async function readSource(path: string): Promise<Source> {
  const bytes = isStdin(path)
    ? await readableContent("plan", path, readStdin(), "Check what is passed to it.")
    : await fileAt(path);
  if (bytes === undefined) return { kind: "folder", path };
  const terraformPlan = (content: PlanContent): Source => ({ kind: "terraform-plan", path, content });
  // Terraform's plan files are ZIP archives.
  if (bytes.subarray(0, 2).toString("latin1") === "PK")
    return terraformPlan({ problem: "It is a plan file in Terraform's own format." });
  try {
    const text = decodeText(bytes);
    if (text.startsWith('{"@level"')) return terraformPlan({ problem: "It is the log of `terraform plan -json`." });
    const content: unknown = JSON.parse(text);
    if (isStdin(path) || isTerraformOutput(content)) return terraformPlan({ json: content });
    if (formatOf(content) !== undefined) return { kind: "saved-plan", path, content };
    return { kind: "file", path, content: parseJsonText(text) };
  } catch (error) {
    if (isStdin(path)) return terraformPlan({ problem: `${messageOf(error)}.` });
    throw notJson(path, error);
  }
}

/** The content of a file; undefined for a folder, and for nothing. */
async function fileAt(path: string): Promise<Buffer | undefined> {
  if (kindAt(path) !== "file") return undefined;
  try {
    return await readBytes(path);
  } catch (error) {
    throw unreadablePath(path, error);
  }
}

function notJson(path: string, error: unknown): UserError {
  return new UserError(
    `${path} is neither a saved plan nor Terraform JSON: ${messageOf(error)}.`,
    `Use a saved plan, the folder of a ${CDK_APP}, or Terraform JSON. ` + HCL_UNSUPPORTED,
    { code: "UNREADABLE_CODE", cause: error },
  );
}

/** How code is read. */
export interface CodeOptions {
  /** The organization of code that names none. */
  readonly organization: DefaultOrganization | undefined;
  /** Gets the names of the stacks. @returns Stack → its Terraform state. @default the state files of local backends */
  readonly states?: ((stacks: readonly string[]) => ReadonlyMap<string, GivenState>) | undefined;
  readonly context: ProcessContext;
  /** Whether the code is about to be applied. Then an empty state is an error, not a warning. @default false */
  readonly isApplied?: boolean | undefined;
  /** Runs the CDK app in a folder. @default its output is read as it was last synthesized */
  readonly synthesize?: ((folder: string, app: CdktfConfiguration) => Promise<void>) | undefined;
}

/** What code is read from. */
export type CodeToRead = Exclude<Source, { readonly kind: "saved-plan" }>;

/** What code says, and the tokens in it. */
export type Code = Pick<OrganizationsInCode, "organizations" | "tokens">;

/**
 * Reads code with its Terraform states, or the code in a Terraform plan. Warns of modules that it calls, which are not
 * read.
 *
 * @throws UserError when it cannot be read, or has no projects and no memberships.
 */
export async function readCode(source: CodeToRead, options: CodeOptions, notify: Notify): Promise<Code> {
  const { organization } = options;
  const isPlan = source.kind === "terraform-plan";
  const code = isPlan ? readPlanned(source, organization) : await readTerraformCode(source, options, notify);
  for (const what of code.unreadModules) {
    void notify({ kind: "warning", message: `${what} cannot be read; its projects count as unmanaged.` });
  }
  for (const message of code.notices) void notify({ kind: "warning", message });
  checkOrganizationUsed(code, organization);
  const { organizations, tokens, unreadModules: unread, otherStacks } = code;
  if (organizations.length === 0) {
    const [what, nextStep] = isPlan
      ? [`Terraform plan ${shownSource(source.path)}`, "Use the plan of a configuration with tfprojects."]
      : [`code in ${source.path}`, NO_CODE_YET];
    throw new UserError(`The ${what} has no projects and no memberships.`, nextStep, { code: "NO_CODE" });
  }
  const rest = { ...(unread.length > 0 ? { unread } : {}), ...(otherStacks.length > 0 ? { otherStacks } : {}) };
  return { organizations: organizations.map((it) => ({ ...it, ...rest })), tokens };
}

async function readTerraformCode(
  source: CodeSource,
  { organization, states = () => new Map(), context, isApplied = false, synthesize }: CodeOptions,
  notify: Notify,
): Promise<OrganizationsInCode> {
  const app = appIn(source, context);
  if (app !== undefined) await synthesize?.(absolutePath(source.path, context), app);
  const modules = await readTerraformJson(source, context, app);
  const given = states(modules.map(({ name }) => name));
  for (const message of modules.flatMap(({ warnings = [] }) => warnings)) {
    // What a plan finds itself, it reports with what it knows of the organization.
    if (!message.includes(TWO_OWNERS)) void notify({ kind: "warning", message });
  }
  const onEmptyState = (path: string): void => {
    const remedy = { kind: "other-state" } as const;
    if (isApplied) {
      const message = `Nothing was changed: the Terraform state ${path} is empty.`;
      throw new UserError(message, EMPTY_STATE, { code: "INVALID_STATE", remedy });
    }
    const meaning = "so projects are identified by their names, and nothing that left the code is found";
    void notify({
      kind: "warning",
      message: `The Terraform state ${path} is empty, ${meaning}. ${EMPTY_STATE}`,
      remedy,
    });
  };
  const withTheirStates = await withStates(modules, given, onEmptyState, context);
  const code = withProblems(() => readModules(withTheirStates, organization?.name), CORRECT_CODE);
  const language = app !== undefined && isTypeScript(app) ? "typescript" : "terraform";
  return { ...code, organizations: code.organizations.map((it) => ({ ...it, language })) };
}

function readPlanned(
  { path, content }: Extract<Source, { readonly kind: "terraform-plan" }>,
  organization: DefaultOrganization | undefined,
): OrganizationsInCode {
  const plan = readTerraformPlan(path, content);
  return withProblems(() => readable("plan", path, () => readPlan(plan, organization?.name)), NEW_PLAN);
}

/** Terraform creates the file of a state before it writes it. */
const EMPTY_STATE =
  "If Terraform is running, wait until it has ended. If it was killed, restore the file from its backup " +
  "(terraform.tfstate.backup). If there is no state yet, delete the file.";

const CORRECT_CODE = `Correct the code. If only Terraform can evaluate it, pass its plan: ${PASS_TERRAFORM_PLAN}.`;

const NEW_PLAN = `After that, make a new plan: run \`${PRINT_PLAN}\`.`;

/** Runs what reads code. @throws UserError with all problems of the code. */
function withProblems(read: () => OrganizationsInCode, nextStep: string): OrganizationsInCode {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw invalidConfiguration(error, nextStep);
  }
}
