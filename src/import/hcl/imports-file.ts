import { RESOURCES } from "../../model";
import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import { WORKSPACES, type ImportedOrganization } from "../imported";
import { comment, formatArguments, formatBlock, indented, separated, type Argument } from "../../terraform/hcl-format";
import { nameOfKind } from "../names";
import { columnsOfKind } from "./assignments";
import { hasAny } from "./entries";
import { entryKey } from "./main-file";

/** What one resource for all projects imports. */
interface ImportedResource {
  readonly type: string;
  /** The local value with its import IDs. */
  readonly local: string;
  /** The keys are those of entries. */
  readonly ids: readonly Argument[];
  /** The expression for whether an entry still has it. */
  readonly isIn: string;
}

const ENTRY = "local.projects[key]";

/** `imports.tf`: which existing project each entry manages, and the version of Terraform that this needs. */
export function hclImportsFile({ projects, kinds }: ImportedOrganization): GeneratedFile {
  const members = projects.flatMap(({ constructId, membership }) =>
    membership === undefined ? [] : [{ name: entryKey(constructId), value: membership.importId }],
  );
  const resources: readonly ImportedResource[] = [
    {
      type: RESOURCES.tfprojects_project.type,
      local: "project_ids",
      ids: projects.map(({ constructId, id }) => ({ name: entryKey(constructId), value: id })),
      isIn: `can(${ENTRY})`,
    },
    ...kinds.map((kind) => ({
      type: kind.kind.type,
      local: `${nameOfKind(kind)}_ids`,
      ids: projects.flatMap(({ constructId, assignments }) =>
        assignments.flatMap((it) => (it.kind === kind ? [{ name: entryKey(constructId), value: it.importId }] : [])),
      ),
      isIn: hasAny(ENTRY, columnsOfKind(kind)),
    })),
    {
      type: RESOURCES.tfprojects_workspace_membership.type,
      local: "membership_import_ids",
      ids: members,
      isIn: hasAny(ENTRY, [WORKSPACES]),
    },
  ].filter(({ ids }) => ids.length > 0);
  return generatedFile(
    "imports.tf",
    separated([
      comment([
        "The existing project that each entry of local.projects manages. Delete this file",
        "after the first apply, which imports them.",
      ]),
      formatBlock("terraform", ['required_version = ">= 1.7" # for for_each in import blocks']),
      formatBlock(
        "locals",
        separated(resources.map(({ local, ids }) => [`${local} = {`, ...indented(formatArguments(ids, 4)), "}"])),
      ),
      ...resources.map(({ type, local, isIn }) =>
        formatBlock("import", [
          `for_each = { for key, id in local.${local} : key => id if ${isIn} }`,
          `to       = ${type}.this[each.key]`,
          "id       = each.value",
        ]),
      ),
    ]),
  );
}
