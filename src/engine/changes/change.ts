import * as v from "valibot";
import { ASSIGNMENT_TYPES, attributeOf, PROJECT_SETTINGS, RESOURCES, SETTING_NAMES } from "../../model";
import type { ProjectSettings, SettingName } from "../../model";
import { placingRule } from "../organization";
import { assignmentAttributes, settingSchemas, type ReadOnly } from "../shape";

/*
 * A change: one write that brings an organization closer to the code. It is one value from the planner to the JSON of
 * `plan` and `apply`, where its members are in snake_case, to saved plans and to what an undo reads. This schema is its
 * type, reads it, and describes it in schema/plan.schema.json.
 */

/** The meaning of a shape, for schema/plan.schema.json: Markdown, a sentence or two. */
function meaning<const S extends v.GenericSchema>(schema: S, description: string) {
  return v.pipe(schema, v.description(description));
}

/** The same, for a shape that has a definition of its own there. */
function definition<const S extends v.GenericSchema>(name: string, schema: S, description?: string) {
  return v.pipe(schema, v.metadata({ definition: name, ...(description === undefined ? {} : { description }) }));
}

function settingSchema(name: SettingName): v.GenericSchema {
  const { description, isListed, none } = PROJECT_SETTINGS[name];
  const { choices } = RESOURCES.tfprojects_project.attributes[attributeOf(name)];
  const schema = settingSchemas[name];
  const own = isListed ? v.nonOptional(schema) : none === undefined ? schema : v.optional(v.nonNullish(schema));
  return v.pipe(own, v.metadata({ description, ...(choices === undefined ? {} : { enum: [...choices, null] }) }));
}

/** A document of a newer version may have settings that this one would leave as they are, and not say so. */
function settingsSchema() {
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, settingSchema(name)]));
  return definition(
    "attributes",
    v.strictObject(settings) as unknown as v.GenericSchema<ProjectSettings>,
    "Attributes of a project: null when unset; absent when not compared.",
  );
}

function namedSchema() {
  return definition("named", v.object({ id: v.string(), name: v.string() }));
}

function movedWorkspaceSchema() {
  const rule = definition(
    "placing_rule",
    placingRule,
    "The rule that places a workspace: the address of its placement, its position in the table, from 0, and why it " +
      "matches: the first pattern that matches the name, and the tags of the rule, all of which it has.",
  );
  const reason = meaning(
    v.picklist(["member", "placed", "evicted", "evacuated", "released", "undone"]),
    "member: a membership names it; placed: a rule places it; evicted: it leaves a project whose membership is " +
      "exclusive; evacuated: it leaves a project that is deleted; released: Terraform's state has it in a " +
      "membership, and the code no longer has; undone: an earlier move is undone.",
  );
  return definition(
    "moved_workspace",
    v.object({ id: v.string(), name: v.string(), from: namedSchema(), reason, rule: v.optional(rule) }),
  );
}

function targetSchema() {
  const name = meaning(v.string(), "Its name after the plan.");
  const existing = v.object({ id: v.string(), name });
  const created = v.object({
    id: meaning(v.null(), "Null for a project that the plan creates."),
    name,
    address: meaning(v.string(), "Address of the resource that creates it."),
  });
  return definition("destination", v.union([created, existing]));
}

/** A kind of changes, with the members that all kinds have. */
function changeOf<const K extends string, const E extends v.ObjectEntries>(kind: K, description: string, entries: E) {
  const common = {
    id: meaning(v.string(), "Unique within the plan of an organization."),
    kind: v.literal(kind),
    reason: meaning(v.string(), "Why the action is needed."),
    dependsOn: meaning(v.array(v.string()), "IDs of the actions that have to be applied first."),
  };
  return definition(kind, v.object({ ...common, ...entries }), description);
}

function makeSchema() {
  const settings = settingsSchema();
  const address = meaning(v.string(), "Address of the resource in the code.");
  const projectId = meaning(v.string(), "ID of the project: prj-….");
  const target = targetSchema();
  const workspaces = v.pipe(v.array(movedWorkspaceSchema()), v.minLength(1));
  const assigned = {
    type: meaning(v.picklist(ASSIGNMENT_TYPES), "Type of the resource: what the object is, such as a team."),
    project: target,
    object: namedSchema(),
  };
  const attributes = definition(
    "assigned_attributes",
    assignmentAttributes,
    "How an object is assigned, such as the access of a team. Those that the code leaves to the service are absent.",
  );
  const kinds = v.variant("kind", [
    changeOf("create", "Creates a project.", { address, before: v.null(), after: settings }),
    changeOf("update", "Updates a project.", { address, projectId, before: settings, after: settings }),
    changeOf("set", "Assigns an object, such as a team, to a project, or changes how it is assigned.", {
      ...assigned,
      address,
      before: meaning(v.nullable(attributes), "Null if it is not assigned before."),
      after: attributes,
    }),
    changeOf("move", "Moves workspaces into a project, all or none.", {
      destination: target,
      workspaces: meaning(workspaces, "Sorted by name."),
    }),
    changeOf("unset", "Takes an object, such as a team, off a project.", {
      ...assigned,
      before: attributes,
      after: v.null(),
    }),
    changeOf("delete", "Deletes a project, which is empty by then.", { projectId, before: settings, after: v.null() }),
  ]);
  return definition("action", kinds);
}

let schema: ReturnType<typeof makeSchema> | undefined;

/** The schema of any change. It is made when it is first needed, which it is not by a plan as text. */
export const changeSchema = v.lazy(() => (schema ??= makeSchema()));

/** What a change does: see {@link Change}. */
export type ChangeKind = v.InferOutput<typeof changeSchema>["kind"];

/**
 * One write that brings the organization closer to the code:
 *
 * - `create`: creates a project;
 * - `update`: changes those settings of a project that differ. `before` has them all, as observed, or as an earlier
 *   change of the same project leaves them;
 * - `set`: assigns an object to a project, or changes how it is assigned, without what the code leaves to the service;
 * - `move`: moves workspaces to one project, in one request: all of them or none;
 * - `unset`: takes an object off a project, as the workspaces that leave it have left;
 * - `delete`: deletes a project, which is empty by then.
 *
 * `dependsOn` has the IDs of the changes that must come first: they free a name, create a project, or empty it.
 */
export type Change<K extends ChangeKind = ChangeKind> = {
  [P in K]: Extract<ReadOnly<v.InferOutput<typeof changeSchema>>, { readonly kind: P }>;
}[K];

/** A change that has not been ordered yet. */
export type PendingChange<K extends ChangeKind = ChangeKind> = {
  [P in K]: Omit<Extract<ReadOnly<v.InferOutput<typeof changeSchema>>, { readonly kind: P }>, "id" | "dependsOn">;
}[K];

/** A workspace that moves, and why. */
export type MovedWorkspace = Change<"move">["workspaces"][number];

/** A project with its name after the plan: one that exists, or one of the code that the plan creates. */
export type ProjectTarget = Change<"move">["destination"];

/** Identifies a project within a plan. */
export function projectKey(project: ProjectTarget): string {
  return project.id ?? project.address;
}
