import * as v from "valibot";
import {
  ADVISORY_FAILURES,
  attributeOf,
  DELETION_POLICIES,
  invalidRequestRate,
  PROJECT_SETTINGS,
  RELEASE_POLICIES,
  RESOURCES,
  SETTING_NAMES,
  type ProjectSettings,
  type SettingName,
} from "../../model";
import { isObject } from "../../json";
import type { ValueType } from "../../schema";
import { planChoices } from "../plan-choices";

/** Prefix of the format of saved plans, before its version. */
export const FORMAT_PREFIX = "tfprojects-plan-";
/** Raised with every change after which older plans can no longer be read or compared. */
export const FORMAT = `${FORMAT_PREFIX}5`;

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

/** What JSON may have as a value of a type. */
function schemaOf(type: ValueType): v.GenericSchema {
  switch (type.kind) {
    case "string":
      return v.string();
    case "number":
      return v.number();
    case "bool":
      return v.boolean();
    case "list":
    case "set":
      return readonlyArray(schemaOf(type.element));
    case "map":
      return recordOf(schemaOf(type.element));
    case "object":
      return v.object(Object.fromEntries(Object.entries(type.fields).map(([name, field]) => [name, schemaOf(field)])));
    case "nullable":
      return v.nullable(schemaOf(type.of));
  }
}

/** An object with any keys: `v.record` would drop some, such as the tag `constructor`. */
function recordOf(item: v.GenericSchema): v.GenericSchema {
  const isRecord = (map: unknown): boolean => isObject(map) && Object.values(map).every((value) => v.is(item, value));
  return v.custom(isRecord, `Invalid type: Expected a map of ${item.expects}`);
}

/** Only required settings always have a value; those that code leaves alone are absent. */
const settings = Object.fromEntries(
  SETTING_NAMES.map((name) => {
    const value = schemaOf(PROJECT_SETTINGS[name].type);
    const { mode } = RESOURCES.tfprojects_project.attributes[attributeOf(name)];
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
  recordedSettings: v.optional(v.object(settings)),
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

const run = v.union([
  v.object({ runId: v.string() }),
  v.object({ workspaceId: v.string() }),
  v.object({ organization: v.string(), workspaceName: v.string() }),
]);

const readCondition = { run, advisoryFailures: v.picklist(ADVISORY_FAILURES) };

const gate = v.object({
  address: v.string(),
  dependents: readonlyArray(v.string()),
  conditions: readonlyArray(
    v.variant("kind", [
      v.object({ kind: v.literal("unknown"), reason: v.string() }),
      v.object({ kind: v.picklist(["verdict", "completed"]), ...readCondition }),
      v.object({ kind: v.picklist(["stage-exists", "stage-passed"]), stage: v.string(), ...readCondition }),
    ]),
  ),
});

/** Actions are as in the report as JSON. They are compared as a whole, so only their IDs are checked here. */
export const savedAction = v.looseObject({ id: v.string() });

const savedOrganization = v.object({
  address: v.nullable(v.string()),
  hostname: v.nullable(v.string()),
  requestsPerSecond: v.nullable(
    v.pipe(
      v.number(),
      v.check(
        (rate) => invalidRequestRate(rate) === undefined,
        ({ input }) => `It ${invalidRequestRate(input) ?? ""}`,
      ),
    ),
  ),
  desired: v.object({
    name: v.string(),
    projects: readonlyArray(project),
    memberships: readonlyArray(membership),
    references: readonlyArray(reference),
    recorded: v.optional(recorded),
    tfeWorkspaces: v.optional(readonlyArray(tfeWorkspace)),
    gates: v.optional(readonlyArray(gate)),
  }),
  actions: v.array(savedAction),
});

export const savedPlan = v.object({
  format: v.literal(FORMAT),
  version: v.string(),
  /** Of everything else. */
  checksum: v.string(),
  options: planChoices,
  organizations: v.array(savedOrganization),
});
