import * as v from "valibot";
import {
  ASSIGNMENT_TYPES,
  attributeOf,
  PROJECT_SETTINGS,
  RESOURCES,
  SETTING_NAMES,
  settingsFrom,
  type ProjectSettings,
  type SettingName,
} from "../../model";
import { placingRule } from "../organization";
import { assignmentAttributes, settingSchemas, type ReadOnly } from "../shape";
import type { Kind } from "../plan/action";

/*
 * The JSON of actions: in the documents of `plan`, `drift` and `apply`, and in saved plans. They are written and read
 * by this schema, and `npm run docs` describes them in schema/plan.schema.json by it.
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
function attributesSchema() {
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [attributeOf(name), settingSchema(name)]));
  return definition(
    "attributes",
    v.pipe(
      v.strictObject(settings) as v.GenericSchema<Readonly<Record<string, unknown>>>,
      v.transform((values) => settingsFrom((name) => values[attributeOf(name)] as ProjectSettings[typeof name])),
    ),
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

/** What the JSON of all actions about assignments has. */
function assignedSchemas(project: ReturnType<typeof destinationSchema>) {
  return {
    type: meaning(v.picklist(ASSIGNMENT_TYPES), "Type of the resource: what the object is, such as a team."),
    project,
    object: namedSchema(),
  };
}

function destinationSchema() {
  return definition(
    "destination",
    v.object({
      id: meaning(v.nullable(v.string()), "Null for a project that the plan creates."),
      name: meaning(v.string(), "Its name after the plan."),
    }),
  );
}

/** The JSON of a kind of actions, with the members that all kinds have. */
function documentOf<const K extends string, const E extends v.ObjectEntries>(kind: K, description: string, entries: E) {
  const common = {
    id: meaning(v.string(), "Unique within the plan of an organization."),
    kind: v.literal(kind),
    reason: meaning(v.string(), "Why the action is needed."),
    depends_on: meaning(v.array(v.string()), "IDs of the actions that have to be applied first."),
  };
  return definition(kind, v.object({ ...common, ...entries }), description);
}

function actionSchema() {
  const attributes = attributesSchema();
  const address = meaning(v.string(), "Address of the resource in the code.");
  const project_id = meaning(v.string(), "ID of the project: prj-….");
  const destination = destinationSchema();
  const workspaces = v.pipe(v.array(movedWorkspaceSchema()), v.minLength(1));
  const assigned = assignedSchemas(destination);
  const assignedAttributes = definition(
    "assigned_attributes",
    assignmentAttributes,
    "How an object is assigned, such as the access of a team. Those that the code leaves to the service are absent.",
  );
  const kinds = v.variant("kind", [
    documentOf("create", "Creates a project.", { address, before: v.null(), after: attributes }),
    documentOf("update", "Updates a project.", { address, project_id, before: attributes, after: attributes }),
    documentOf("set", "Assigns an object, such as a team, to a project, or changes how it is assigned.", {
      ...assigned,
      address,
      before: meaning(v.nullable(assignedAttributes), "Null if it is not assigned before."),
      after: assignedAttributes,
    }),
    documentOf("move", "Moves workspaces into a project, all or none.", {
      destination,
      workspaces: meaning(workspaces, "Sorted by name."),
    }),
    documentOf("unset", "Takes an object, such as a team, off a project.", {
      ...assigned,
      before: assignedAttributes,
      after: v.null(),
    }),
    documentOf("delete", "Deletes a project, which is empty by then.", {
      project_id,
      before: attributes,
      after: v.null(),
    }),
  ]);
  return definition("action", kinds);
}

let schema: ReturnType<typeof actionSchema> | undefined;

/** The JSON of any action. Its schema is made when it is first needed, which it is not by a plan as text. */
export const actionDocument = v.lazy(() => (schema ??= actionSchema()));

/** The settings of a project as JSON. */
export function attributesJson(values: ProjectSettings): Readonly<Record<string, unknown>> {
  return Object.fromEntries(SETTING_NAMES.map((name) => [attributeOf(name), values[name]]));
}

type OfKind<T, K extends Kind> = { [P in K]: Extract<T, { readonly kind: P }> }[K];

/** An action as JSON. */
export type ActionJson<K extends Kind = Kind> = OfKind<ReadOnly<v.InferInput<typeof actionDocument>>, K>;

/** An action that was read from JSON. */
export type ActionDocument<K extends Kind = Kind> = OfKind<ReadOnly<v.InferOutput<typeof actionDocument>>, K>;
