import { FRAMEWORKS, type Framework } from "../../constructs/base/frameworks";
import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import type { AppOptions, CodeHead, ImportedOrganization } from "../imported";
import { formatConstruct, propertiesOf } from "../../terraform/typescript-format";
import { stringLiteral } from "../../terraform/typescript-string";

/** The content of `main.ts`, in addition to the stack and its provider. */
interface Main {
  /** Classes of this package. */
  readonly classes: readonly string[];
  /** Its imports from other files: `import { projects } from "./projects";`. */
  readonly imported?: readonly string[];
  /** Statements of the constructor, in sections. */
  readonly sections: readonly (readonly string[])[];
}

/** `main.ts`: the app with its stack. */
export function mainFile(
  { name, provider, comment }: CodeHead,
  { imports, framework }: Pick<AppOptions, "imports" | "framework">,
  { classes, imported = [], sections }: Main,
): GeneratedFile {
  return generatedFile("main.ts", [
    `import { App, TerraformStack } from "${framework}";`,
    'import type { Construct } from "constructs";',
    importOf([...classes, "TfprojectsProvider"].sort(), framework),
    ...(imports ? ['import { importExisting } from "./imports";'] : []),
    ...imported,
    "",
    "/**",
    ...comment.map((line) => ` * ${line}`.trimEnd()),
    " */",
    "class Organization extends TerraformStack {",
    "  constructor(scope: Construct, id: string) {",
    "    super(scope, id);",
    "",
    "    // The address and the token come from TFE_ADDRESS and TFE_TOKEN.",
    ...formatConstruct(
      {
        className: "TfprojectsProvider",
        scope: "this",
        constructId: "tfprojects",
        properties: propertiesOf(provider),
      },
      "    ",
    ),
    ...sections.flatMap((lines) => ["", ...lines]),
    ...(imports ? ["", "    importExisting(this);"] : []),
    "  }",
    "}",
    "",
    "const app = new App();",
    `new Organization(app, ${stringLiteral(name)});`,
    "app.synth();",
  ]);
}

/** The line that imports names from this package. */
export function importOf(names: readonly string[], framework: Framework): string {
  return `import { ${names.join(", ")} } from "${FRAMEWORKS[framework].entry}";`;
}

/** The class for projects and, if there are any, that for memberships. */
export function usedClasses(projects: ImportedOrganization["projects"]): readonly string[] {
  return projects.some(({ membership }) => membership !== undefined) ? ["Project", "WorkspaceMembership"] : ["Project"];
}
