import { boolean, nullable, string } from "../../decode";
import { attribute, setting } from "../../engine/attribute";
import type { RecordOf } from "../../engine/kind";
import { shape } from "../../engine/kind";
import { toOne, toOptional } from "../../engine/relation";
import { global, targets } from "../applied-to";

/** The members of variable sets. */
export const variableSetShape = shape({
  type: "varsets",
  label: "Variable set",
  prefix: "varset-",
  parameter: "variableSet",
  parent: "organization",
  attributes: {
    name: attribute(string, { unique: true }),
    updatedAt: attribute(string, { stamp: "updated" }),
  },
  settings: {
    description: setting(nullable(string), null),
    /** Not if a project owns it. */
    global,
    priority: setting(boolean, false),
  },
  relations: {
    organization: toOne("organizations", { links: true }),
    ...targets,
    /** The owner: the organization or one of its projects. */
    ownerOrganization: toOptional("organizations", { as: "parent", writable: "create" }),
    ownerProject: toOptional("projects", {
      as: "parent",
      writable: "create",
      onDelete: "cascade",
      option: { name: "owner", id: "ownerProjectId" },
    }),
  },
});

export type VariableSetRecord = RecordOf<typeof variableSetShape>;
