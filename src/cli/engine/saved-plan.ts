import { readFileSync, writeFileSync } from "node:fs";
import * as v from "valibot";
import { attributeOf, RESOURCES, SETTING_NAMES, type KnownProjectSettings, type SettingName } from "../../model";
import type { Configuration, OrganizationPlan } from "../../reconcile";
import { VERSION } from "../../version";
import { CliError, messageOf } from "../errors";
import { sanitize } from "../render/sanitize";
import type { LiveOrganization, PlanningOptions } from "./plan-code";

const FORMAT = "tfprojects-plan-1";

/** A list that nobody changes. */
function readonlyArray<const S extends v.GenericSchema>(
  item: S,
): v.SchemaWithPipe<readonly [v.ArraySchema<S, undefined>, v.ReadonlyAction<v.InferOutput<S>[]>]> {
  return v.pipe(v.array(item), v.readonly());
}

const reference = v.variant("by", [
  v.object({ by: v.literal("address"), address: v.string() }),
  v.object({ by: v.literal("id"), id: v.string() }),
  v.object({ by: v.literal("name"), name: v.string() }),
  v.object({ by: v.literal("default") }),
]);

const settings = Object.fromEntries(
  SETTING_NAMES.map((name) => [
    name,
    RESOURCES.tfprojects_project.attributes[attributeOf(name)].mode === "required"
      ? v.string()
      : v.nullable(v.string()),
  ]),
) as unknown as { readonly [Name in SettingName]: v.GenericSchema<KnownProjectSettings[Name]> };

const project = v.object({
  address: v.string(),
  ...settings,
  previousNames: readonlyArray(v.string()),
  id: v.optional(v.string()),
});

const membership = v.object({
  address: v.string(),
  project: reference,
  workspaceIds: readonlyArray(v.string()),
  workspaceNames: readonlyArray(v.string()),
  exclusive: v.boolean(),
});

/** Whatever an action says is compared, and nothing but its id is told. */
const action = v.looseObject({ id: v.string() });

const savedOrganization = v.object({
  address: v.nullable(v.string()),
  hostname: v.nullable(v.string()),
  requestsPerSecond: v.nullable(v.number()),
  desired: v.object({
    name: v.string(),
    projects: readonlyArray(project),
    memberships: readonlyArray(membership),
    references: readonlyArray(reference),
  }),
  actions: v.array(action),
});

const savedPlan = v.object({
  format: v.literal(FORMAT),
  version: v.string(),
  options: v.object({
    prune: v.optional(v.boolean()),
    evacuate: v.optional(v.boolean()),
    maxDeletes: v.optional(v.number()),
    skipDurations: v.optional(v.boolean()),
  }),
  organizations: v.array(savedOrganization),
});

/** A plan as it was saved. */
export interface SavedPlan {
  readonly code: Configuration;
  readonly options: PlanningOptions;
  /** For each organization of the code, in its order. */
  readonly actions: readonly (readonly SavedAction[])[];
}

/** An action as it was saved, with all that it is based on. */
type SavedAction = v.InferOutput<typeof action>;

/** Actions that have changed, of which so many are told. */
const CHANGES_SHOWN = 12;

/** In which actions a plan is another than the one that was saved, a line each; empty when it is the same. */
export function changesSince(
  saved: readonly SavedAction[],
  { actions, organization }: OrganizationPlan,
): readonly string[] {
  const before = new Map(saved.map((it) => [it.id, JSON.stringify(it)]));
  const now = new Map(actions.map((it) => [it.id, JSON.stringify(it)]));
  const changes = [
    ...[...before].flatMap(([id, text]) =>
      now.get(id) === text ? [] : [`${sanitize(id)}: ${now.has(id) ? "is another now" : "is not to be done any more"}`],
    ),
    ...[...now.keys()].filter((id) => !before.has(id)).map((id) => `${sanitize(id)}: is to be done too`),
  ];
  const more = changes.length > CHANGES_SHOWN ? [`… and ${changes.length - CHANGES_SHOWN} more`] : [];
  return [...changes.slice(0, CHANGES_SHOWN), ...more].map((line) => `  ${sanitize(organization)}: ${line}`);
}

/**
 * Writes a plan with the code it was made from. No token is in it: who applies it needs one of their own.
 *
 * @throws Problem when the file cannot be written.
 */
export function savePlan(path: string, live: readonly LiveOrganization[], options: PlanningOptions): void {
  const document: v.InferOutput<typeof savedPlan> = {
    format: FORMAT,
    version: VERSION,
    options: {
      prune: options.prune,
      evacuate: options.evacuate,
      maxDeletes: options.maxDeletes,
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
  try {
    writeFileSync(path, `${JSON.stringify(document, undefined, 2)}\n`, { mode: 0o600 });
  } catch (error) {
    throw new CliError(`The plan cannot be saved: ${String(error)}.`, "Choose another file with --out.", {
      cause: error,
    });
  }
}

/** Whether a file is a saved plan, of this version or another. @throws Problem when it is not JSON. */
export function isSavedPlan(path: string): boolean {
  return hasPlanFormat(readJson(path));
}

function hasPlanFormat(content: unknown): boolean {
  return v.is(v.object({ format: v.pipe(v.string(), v.startsWith("tfprojects-plan-")) }), content);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new CliError(
      `${path} is neither a saved plan nor Terraform JSON: ${messageOf(error)}.`,
      "Give a file that tfprojects plan --out wrote, the folder of a cdktf app, or Terraform JSON.",
      { cause: error },
    );
  }
}

/** Reads a saved plan; undefined when the file is other JSON. @throws Problem when it cannot be used. */
export function loadPlan(path: string): SavedPlan | undefined {
  const content = readJson(path);
  if (!hasPlanFormat(content)) return undefined;
  const result = v.safeParse(savedPlan, content);
  if (!result.success) {
    const [issue] = result.issues;
    const where = issue.path?.map(({ key }) => String(key)).join(".") ?? "";
    throw new CliError(
      `${path} is no plan of this version: ${where}: ${issue.message}.`,
      "Plan anew with tfprojects plan --out.",
    );
  }
  const { organizations, options } = result.output;
  if (organizations.length === 0)
    throw new CliError(`${path} is a plan for no organization.`, "Plan anew with tfprojects plan --out.");
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
