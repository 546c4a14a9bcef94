import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import { importsMemberships, type AppOptions, type ImportedOrganization } from "../imported";
import { assignmentsId, membershipId } from "../names";
import { formatProperty, propertyName } from "../../terraform/typescript-format";
import { importLines } from "./main-file";

/** `imports.ts`: which existing project each construct manages, in both layouts. */
export function importsFile(organization: ImportedOrganization, { framework }: AppOptions): GeneratedFile {
  const { projects } = organization;
  const withMemberships = importsMemberships(organization);
  const assigned = projects.flatMap(({ constructId, assignments }) =>
    assignments.map(({ kind, importId }) => ({ id: assignmentsId(constructId, kind), importId })),
  );
  const whats = [
    "the projects",
    ...(withMemberships ? ["their memberships"] : []),
    ...(assigned.length === 0 ? [] : ["what is assigned to them"]),
  ];
  const what = new Intl.ListFormat("en").format(whats);
  const classes = ["Project", ...(withMemberships ? ["WorkspaceMembership"] : [])];
  return generatedFile("imports.ts", [
    ...(assigned.length === 0 ? [] : [`import { ${RESOURCE} } from "${framework}";`]),
    'import type { Construct } from "constructs";',
    ...importLines(classes, [], framework),
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
    ...(assigned.length === 0 ? [] : assignedIds(assigned)),
    `/** Adds import blocks for ${what}. */`,
    "export function importExisting({ node }: Construct): void {",
    "  for (const [id, projectId] of Object.entries(projectIds)) {",
    "    const project = node.tryFindChild(id);",
    "    if (project instanceof Project) project.importFrom(projectId);",
    ...(withMemberships
      ? [
          `    const membership = node.tryFindChild(\`${membershipId("${id}")}\`);`,
          "    if (membership instanceof WorkspaceMembership)",
          "      membership.importFrom(projectId);",
        ]
      : []),
    "  }",
    ...(assigned.length === 0
      ? []
      : [
          "  for (const [id, importId] of Object.entries(assignedIds)) {",
          "    const assigned = node.tryFindChild(id);",
          `    if (assigned instanceof ${RESOURCE}) assigned.importFrom(importId);`,
          "  }",
        ]),
    "}",
  ]);
}

/** The class of all resources. */
const RESOURCE = "TerraformResource";

function assignedIds(assigned: readonly { readonly id: string; readonly importId: string }[]): readonly string[] {
  return [
    "/**",
    " * What is assigned to these projects: by the construct that assigns it, the project",
    " * and the names of what is imported. `tfprojects apply` removes from the project",
    " * what is named here and no longer in the code.",
    " */",
    "const assignedIds: Record<string, string> = {",
    ...assigned.flatMap(({ id, importId }) => formatProperty({ name: propertyName(id), value: importId }, "  ")),
    "};",
    "",
  ];
}
