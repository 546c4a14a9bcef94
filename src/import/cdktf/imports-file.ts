import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import { importsMemberships, type AppOptions, type ImportedOrganization } from "../imported";
import { membershipId } from "../names";
import { formatProperty, propertyName } from "../../terraform/typescript-format";
import { importLines } from "./main-file";

/** `imports.ts`: which existing project each construct manages, in both layouts. */
export function importsFile(organization: ImportedOrganization, { framework }: AppOptions): GeneratedFile {
  const { projects } = organization;
  const withMemberships = importsMemberships(organization);
  const classes = ["Project", ...(withMemberships ? ["WorkspaceMembership"] : [])];
  return generatedFile("imports.ts", [
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
    `/** Adds import blocks for the projects${withMemberships ? " and their memberships" : ""}. */`,
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
    "}",
  ]);
}
