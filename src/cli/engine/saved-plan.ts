import { readFileSync, writeFileSync } from "node:fs";
import * as v from "valibot";
import { PROJECT_SETTINGS, SETTING_NAMES, type KnownProjectSettings, type SettingName } from "../../model";
import type { Code, OrganizationPlan } from "../../reconcile";
import { VERSION } from "../../version";
import { Problem, reasonOf } from "../problem";
import { harmless } from "../render/harmless";
import type { LiveOrganization, PlanningOptions } from "./live-organization";

const FORMAT = "tfprojects-plan-1";

/** A list that nobody changes. */
function list<const S extends v.GenericSchema>(
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

/** What has nothing that is sent to clear it is always set. */
const settings = Object.fromEntries(
  SETTING_NAMES.map((name) => [
    name,
    PROJECT_SETTINGS[name].cleared === undefined ? v.string() : v.nullable(v.string()),
  ]),
) as unknown as { readonly [Name in SettingName]: v.GenericSchema<KnownProjectSettings[Name]> };

const project = v.object({
  address: v.string(),
  ...settings,
  previousNames: list(v.string()),
  id: v.optional(v.string()),
});

const membership = v.object({
  address: v.string(),
  project: reference,
  workspaceIds: list(v.string()),
  workspaceNames: list(v.string()),
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
    projects: list(project),
    memberships: list(membership),
    references: list(reference),
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
  readonly code: Code;
  readonly options: PlanningOptions;
  /** For each organization of the code, in its order. */
  readonly actions: readonly (readonly SavedAction[])[];
}

/** An action as it was saved, with all that it is based on. */
type SavedAction = v.InferOutput<typeof action>;

/** Actions that have changed, of which so many are told. */
const TOLD = 12;

/** In which actions a plan is another than the one that was saved, a line each; empty when it is the same. */
export function changesSince(
  saved: readonly SavedAction[],
  { actions, organization }: OrganizationPlan,
): readonly string[] {
  const before = new Map(saved.map((it) => [it.id, JSON.stringify(it)]));
  const now = new Map(actions.map((it) => [it.id, JSON.stringify(it)]));
  const told = [
    ...[...before].flatMap(([id, text]) =>
      now.get(id) === text ? [] : [`${harmless(id)}: ${now.has(id) ? "is another now" : "is not to be done any more"}`],
    ),
    ...[...now.keys()].filter((id) => !before.has(id)).map((id) => `${harmless(id)}: is to be done too`),
  ];
  const more = told.length > TOLD ? [`… and ${told.length - TOLD} more`] : [];
  return [...told.slice(0, TOLD), ...more].map((line) => `  ${harmless(organization)}: ${line}`);
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
    throw new Problem(`The plan cannot be saved: ${String(error)}.`, "Choose another file with --out.", {
      cause: error,
    });
  }
}

/** Whether a file is a saved plan, of this version or another. @throws Problem when it is not JSON. */
export function isSavedPlan(path: string): boolean {
  return looksSaved(contentOf(path));
}

function looksSaved(content: unknown): boolean {
  return v.is(v.object({ format: v.pipe(v.string(), v.startsWith("tfprojects-plan-")) }), content);
}

function contentOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Problem(
      `${path} is neither a saved plan nor Terraform JSON: ${reasonOf(error)}.`,
      "Give a file that tfprojects plan --out wrote, the folder of a cdktf app, or Terraform JSON.",
      { cause: error },
    );
  }
}

/** Reads a saved plan; undefined when the file is other JSON. @throws Problem when it cannot be used. */
export function loadPlan(path: string): SavedPlan | undefined {
  const content = contentOf(path);
  if (!looksSaved(content)) return undefined;
  const result = v.safeParse(savedPlan, content);
  if (!result.success) {
    const [issue] = result.issues;
    const where = issue.path?.map(({ key }) => String(key)).join(".") ?? "";
    throw new Problem(
      `${path} is no plan of this version: ${where}: ${issue.message}.`,
      "Plan anew with tfprojects plan --out.",
    );
  }
  const { organizations, options } = result.output;
  if (organizations.length === 0)
    throw new Problem(`${path} is a plan for no organization.`, "Plan anew with tfprojects plan --out.");
  return {
    options,
    code: {
      notices: [],
      unread: [],
      organizations: organizations.map(({ address, hostname, requestsPerSecond, desired }) => ({
        connection: { address, hostname, requestsPerSecond, token: null },
        desired,
      })),
    },
    actions: organizations.map(({ actions }) => actions),
  };
}
