import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import type { AppOptions, ImportedOrganization } from "../imported";
import { assignmentsId, membershipId } from "../names";
import { formatProperty, propertyName } from "../../terraform/typescript-format";
import { importLines } from "./main-file";

/** `imports.ts`: which existing project each construct manages. */
export function importsFile({ projects }: ImportedOrganization, { framework }: AppOptions): GeneratedFile {
  const members = projects.flatMap(({ constructId, membership }) =>
    membership === undefined ? [] : [{ id: membershipId(constructId), importId: membership.importId }],
  );
  const assigned = projects.flatMap(({ constructId, assignments }) =>
    assignments.map(({ kind, importId }) => ({ id: assignmentsId(constructId, kind), importId })),
  );
  const owned = [...members, ...assigned];
  const whats = [
    "the projects",
    ...(members.length === 0 ? [] : ["their memberships"]),
    ...(assigned.length === 0 ? [] : ["what is assigned to them"]),
  ];
  const what = new Intl.ListFormat("en").format(whats);
  return generatedFile("imports.ts", [
    ...(owned.length === 0 ? [] : [`import { ${RESOURCE} } from "${framework}";`]),
    'import type { Construct } from "constructs";',
    ...importLines(["Project"], [], framework),
    "",
    "/**",
    " * The existing project that each construct manages.",
    " *",
    " * The first deployment imports these projects into the state of Terraform. After",
    " * it you can delete this file, and the two lines of main.ts that use it.",
    " *",
    " * `tfprojects plan` and `tfprojects apply` have no state. They identify a project",
    " * by its ID while it is in this list, so that you can rename it in the code;",
    " * otherwise by its name, so that a rename needs `previousNames`. When you delete",
    " * a project, remove it from this list.",
    " */",
    "const projectIds: Record<string, string> = {",
    ...projects.flatMap(({ constructId, id }) => formatProperty({ name: propertyName(constructId), value: id }, "  ")),
    "};",
    "",
    ...(owned.length === 0 ? [] : ownedIds(owned)),
    `/** Adds import blocks for ${what}. */`,
    "export function importExisting({ node }: Construct): void {",
    "  for (const [id, projectId] of Object.entries(projectIds)) {",
    "    const project = node.tryFindChild(id);",
    "    if (project instanceof Project) project.importFrom(projectId);",
    "  }",
    ...(owned.length === 0
      ? []
      : [
          "  for (const [id, importId] of Object.entries(ownedIds)) {",
          "    const owned = node.tryFindChild(id);",
          `    if (owned instanceof ${RESOURCE}) owned.importFrom(importId);`,
          "  }",
        ]),
    "}",
  ]);
}

/** The class of all resources. */
const RESOURCE = "TerraformResource";

function ownedIds(owned: readonly { readonly id: string; readonly importId: string }[]): readonly string[] {
  return [
    "/**",
    " * What these projects have: by the construct that has it in the code, the project and",
    " * the names of what is imported. `tfprojects apply` takes out of the project what is",
    " * named here and no longer in the code, and leaves what is not named here.",
    " */",
    "const ownedIds: Record<string, string> = {",
    ...owned.flatMap(({ id, importId }) => formatProperty({ name: propertyName(id), value: importId }, "  ")),
    "};",
    "",
  ];
}
