import { writeFileSync } from "node:fs";
import * as v from "valibot";
import {
  attributeOf,
  CDK_APP,
  DELETION_POLICIES,
  RELEASE_POLICIES,
  RESOURCES,
  SETTING_NAMES,
  type ProjectSettings,
  type SettingName,
} from "../../model";
import type { Configuration, OrganizationPlan } from "../../reconcile";
import { VERSION } from "../../version";
import { membersOf, readJsonFile } from "../code/json-file";
import { HCL_UNSUPPORTED } from "../code/terraform-plan";
import { CliError, messageOf } from "../errors";
import { sanitize } from "../render/sanitize";
import type { LiveOrganization, PlanningOptions } from "./plan-code";

/** Prefix of the format of saved plans, before its version. */
const FORMAT_PREFIX = "tfprojects-plan-";
/** Raised with every change after which older plans can no longer be read or compared. */
const FORMAT = `${FORMAT_PREFIX}2`;

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

/** Only required settings always have a value; those that code leaves alone are absent. */
const settings = Object.fromEntries(
  SETTING_NAMES.map((name) => {
    const { mode, type } = RESOURCES.tfprojects_project.attributes[attributeOf(name)];
    const value = type.kind === "map" ? v.record(v.string(), v.string()) : v.string();
    return [name, mode === "required" ? value : v.optional(v.nullable(value))];
  }),
) as unknown as { readonly [Name in SettingName]: v.GenericSchema<ProjectSettings[Name]> };

const project = v.object({
  address: v.string(),
  ...settings,
  ignoreAdditionalTags: v.optional(v.boolean()),
  previousNames: readonlyArray(v.string()),
  id: v.optional(v.string()),
  recordedId: v.optional(v.string()),
});

const membership = v.object({
  address: v.string(),
  project: reference,
  workspaceIds: readonlyArray(v.string()),
  workspaceNames: readonlyArray(v.string()),
  exclusive: v.boolean(),
  onDestroy: v.optional(v.picklist(RELEASE_POLICIES)),
});

const recorded = v.object({
  states: readonlyArray(v.object({ source: v.string(), lineage: v.string(), serial: v.number() })),
  droppedProjects: readonlyArray(
    v.object({
      address: v.string(),
      id: v.string(),
      name: v.string(),
      organization: v.string(),
      deletionPolicy: v.picklist(DELETION_POLICIES),
    }),
  ),
  memberships: readonlyArray(
    v.object({
      address: v.string(),
      projectId: v.string(),
      organization: v.string(),
      workspaceIds: readonlyArray(v.string()),
      workspaceNames: readonlyArray(v.string()),
      exclusive: v.boolean(),
      onDestroy: v.picklist(RELEASE_POLICIES),
    }),
  ),
});

const tfeWorkspace = v.object({
  address: v.string(),
  id: v.optional(v.string()),
  name: v.optional(v.string()),
  project: v.optional(reference),
  isRead: v.boolean(),
});

const gate = v.object({ address: v.string(), dependents: readonlyArray(v.string()) });

/** Actions are compared as a whole, so only their IDs are checked here. */
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
    recorded: v.optional(recorded),
    tfeWorkspaces: v.optional(readonlyArray(tfeWorkspace)),
    gates: v.optional(readonlyArray(gate)),
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
    maxMoves: v.optional(v.union([v.number(), v.literal("all")])),
    ignore: v.optional(readonlyArray(v.string())),
    skipDurations: v.optional(v.boolean()),
  }),
  organizations: v.array(savedOrganization),
});

/** A saved plan. */
export interface SavedPlan {
  readonly code: Configuration;
  readonly options: PlanningOptions;
  /** For each organization of the code, in the same order. */
  readonly actions: readonly (readonly SavedAction[])[];
}

type SavedAction = v.InferOutput<typeof action>;

/** How many changed actions are listed. */
const CHANGES_SHOWN = 12;

/** How a new plan differs from the saved one, a line for each action; empty when it does not. */
export function changesSince(
  saved: readonly SavedAction[],
  { actions, organization }: OrganizationPlan,
): readonly string[] {
  const before = new Map(saved.map((it) => [it.id, JSON.stringify(it)]));
  const now = new Map(actions.map((it) => [it.id, JSON.stringify(it)]));
  const changes = [
    ...[...before].flatMap(([id, text]) =>
      now.get(id) === text ? [] : [`${sanitize(id)}: ${now.has(id) ? "changed" : "removed"}`],
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
export function savePlan(path: string, live: readonly LiveOrganization[], options: PlanningOptions): void {
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
  try {
    writeFileSync(path, `${JSON.stringify(document, undefined, 2)}\n`, { mode: 0o600 });
  } catch (error) {
    throw new CliError(`Cannot save the plan: ${messageOf(error)}.`, "Use another file with --out.", {
      code: "OUTPUT",
      cause: error,
    });
  }
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
