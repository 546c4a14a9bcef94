import { idPrefix } from "../../../model";
import { boolean, nullable, string } from "../../decode";
import { attribute, setting } from "../../engine/attribute";
import type { RecordOf } from "../../engine/kind";
import { shape } from "../../engine/kind";
import { outOfBand } from "../../engine/out-of-band";
import { toOne, toOptional } from "../../engine/relation";
import { global, targets } from "../applied-to";

/** The members of variable sets. */
export const variableSetShape = shape({
  type: "varsets",
  label: "Variable set",
  prefix: idPrefix("variableSet"),
  parameter: "variableSet",
  parent: "organization",
  attributes: {
    name: attribute(string, { unique: true }),
    updatedAt: attribute(string, { stamp: "updated" }),
  },
  settings: {
    description: setting(nullable(string), null),
    /** Whether it applies to every workspace of the organization; not if a project owns it. @default false */
    global,
    /** Whether its variables override all others. @default false */
    priority: setting(boolean, false),
  },
  relations: {
    organization: toOne("organizations", { links: true }),
    ...targets,
    /** The organization, if no project owns it. */
    ownerOrganization: toOptional("organizations", { as: "parent", writable: "create" }),
    /** The project that owns it. @default the organization */
    ownerProject: toOptional("projects", {
      as: "parent",
      writable: "create",
      onDelete: "cascade",
      option: { name: "owner", id: "ownerProjectId" },
    }),
  },
});

export type VariableSetRecord = RecordOf<typeof variableSetShape>;

/** How seeds and the control API have variable sets. */
export const givenVariableSets = outOfBand(variableSetShape, {
  name: "variableSets",
  path: "/variable-sets",
  summary:
    "Creates a variable set. It applies to all workspaces with `global`, otherwise to `projectIds` and " +
    "`workspaceIds`. `ownerProjectId` is the project that owns it.",
  example: ({ organization, project }) => ({ organization, name: "aws-dev", projectIds: [project] }),
});
