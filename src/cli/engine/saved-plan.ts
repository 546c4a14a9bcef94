import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import { CDK_APP } from "../../model";
import type { Configuration, OrganizationPlan } from "../../reconcile";
import { VERSION } from "../../version";
import { membersOf, readJsonFile } from "../code/json-file";
import { HCL_UNSUPPORTED } from "../code/terraform-plan";
import { CliError, messageOf } from "../errors";
import { sanitize } from "../render/sanitize";
import { writeFiles } from "../write-files";
import type { LiveOrganization, PlanningOptions } from "./plan-code";
import { FORMAT, FORMAT_PREFIX, savedPlan, type savedAction } from "./saved-plan-format";

/** A saved plan. */
export interface SavedPlan {
  readonly code: Configuration;
  readonly options: PlanningOptions;
  /** For each organization of the code, in the same order. */
  readonly actions: readonly (readonly SavedAction[])[];
}

type SavedAction = v.InferOutput<typeof savedAction>;

/** How many changed actions are listed. */
const CHANGES_SHOWN = 12;

/** How a new plan differs from the saved one, a line for each action; empty when it does not. */
export function changesSince(
  saved: readonly SavedAction[],
  { actions, organization }: OrganizationPlan,
): readonly string[] {
  const before = new Map(saved.map((it) => [it.id, it]));
  const now = new Map(actions.map((it) => [it.id, JSON.parse(JSON.stringify(it)) as unknown]));
  const changes = [
    ...[...before].flatMap(([id, action]) =>
      isDeepStrictEqual(now.get(id), action) ? [] : [`${sanitize(id)}: ${now.has(id) ? "changed" : "removed"}`],
    ),
    ...[...now.keys()].filter((id) => !before.has(id)).map((id) => `${sanitize(id)}: added`),
  ];
  const more = changes.length > CHANGES_SHOWN ? [`… and ${changes.length - CHANGES_SHOWN} more`] : [];
  return [...changes.slice(0, CHANGES_SHOWN), ...more].map((line) => `  ${sanitize(organization)}: ${line}`);
}

/**
 * Saves a plan with the code that it was made from. It has no token: applying it needs one in the environment.
 *
 * @throws CliError when the file cannot be written.
 */
export async function savePlan(
  path: string,
  live: readonly LiveOrganization[],
  options: PlanningOptions,
): Promise<void> {
  const document: v.InferOutput<typeof savedPlan> = {
    format: FORMAT,
    version: VERSION,
    options: {
      prune: options.prune,
      evacuate: options.evacuate,
      maxDeletes: options.maxDeletes,
      maxMoves: options.maxMoves,
      ignore: options.ignore,
      skipDurations: options.skipDurations,
    },
    organizations: live.map(({ code: { connection, desired }, plan }) => ({
      address: connection.address,
      hostname: connection.hostname,
      requestsPerSecond: connection.requestsPerSecond,
      desired,
      actions: plan.actions.map((it) => ({ ...it })),
    })),
  };
  const content = `${JSON.stringify(document, undefined, 2)}\n`;
  await writeFiles([{ path, content, mode: 0o600 }], { advice: "Use another file with --out." });
}

/** Whether a file is a saved plan, in any format. @throws CliError when it is not JSON. */
export function isSavedPlan(path: string): boolean {
  return savedFormat(readJson(path)) !== undefined;
}

/** The format of a saved plan; undefined for other JSON. */
function savedFormat(content: unknown): string | undefined {
  const { format } = membersOf(content);
  return typeof format === "string" && format.startsWith(FORMAT_PREFIX) ? format : undefined;
}

function readJson(path: string): unknown {
  try {
    return readJsonFile(path);
  } catch (error) {
    throw new CliError(
      `${path} is neither a saved plan nor Terraform JSON: ${messageOf(error)}.`,
      `Use a plan saved with \`tfprojects plan --out\`, the folder of a ${CDK_APP}, or Terraform JSON. ` +
        HCL_UNSUPPORTED,
      { code: "UNREADABLE_CODE", cause: error },
    );
  }
}

/**
 * Reads a saved plan.
 *
 * @returns undefined when the file is other JSON.
 * @throws CliError when it cannot be used.
 */
export function loadPlan(path: string): SavedPlan | undefined {
  const content = readJson(path);
  const format = savedFormat(content);
  if (format === undefined) return undefined;
  if (format !== FORMAT) throw otherFormat(path, format, content);
  const result = v.safeParse(savedPlan, content);
  if (!result.success) {
    const [issue] = result.issues;
    const at = issue.path?.map(({ key }) => String(key)).join(".") ?? "";
    throw new CliError(`${path} is not a valid saved plan: ${at}: ${issue.message}.`, NEW_PLAN, {
      code: "INVALID_PLAN",
    });
  }
  const { organizations, options } = result.output;
  if (organizations.length === 0) {
    throw new CliError(`The saved plan ${path} has no organization.`, NEW_PLAN, { code: "INVALID_PLAN" });
  }
  return {
    options,
    code: {
      notices: [],
      unreadModules: [],
      organizations: organizations.map(({ address, hostname, requestsPerSecond, desired }) => ({
        connection: { address, hostname, requestsPerSecond, token: null },
        desired,
      })),
    },
    actions: organizations.map(({ actions }) => actions),
  };
}

const NEW_PLAN = "Create a new plan with `tfprojects plan --out`.";

function otherFormat(path: string, format: string, content: unknown): CliError {
  const { version } = membersOf(content);
  const creator = typeof version === "string" ? ` by tfprojects ${version}` : "";
  return new CliError(
    `The plan ${path} was saved${creator} in the format ${format}, but tfprojects ${VERSION} needs ${FORMAT}: ` +
      "a saved plan can be applied only by a version with the same format.",
    `Nothing was changed. ${NEW_PLAN}`,
    { code: "INVALID_PLAN" },
  );
}
