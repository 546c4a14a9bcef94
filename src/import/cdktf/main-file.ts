import { FRAMEWORKS, type Framework } from "../../constructs/base/frameworks";
import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import type { AppOptions, CodeHead } from "../imported";
import type { Argument } from "../../terraform/hcl-format";
import { fits, formatConstruct, propertiesOf } from "../../terraform/typescript-format";
import { stringLiteral } from "../../terraform/typescript-string";

/** The content of `main.ts`, in addition to the stack and its provider. */
interface Main {
  /** Classes of this package. */
  readonly classes: readonly string[];
  /** Types of this package. */
  readonly types?: readonly string[];
  /** Types of the framework. */
  readonly frameworkTypes?: readonly string[];
  /** Its imports from other files: `import { projects } from "./organization";`. */
  readonly imported?: readonly string[];
  /** Statements of the constructor, in sections. */
  readonly sections: readonly (readonly string[])[];
}

/** `main.ts`: the app with its stack. */
export function mainFile(
  { name, provider, comment }: CodeHead,
  { imports, framework }: Pick<AppOptions, "imports" | "framework">,
  { classes, types = [], frameworkTypes = [], imported = [], sections }: Main,
): GeneratedFile {
  return generatedFile("main.ts", [
    `import { ${["App", "TerraformStack", ...frameworkTypes.map(typeImport)].join(", ")} } from "${framework}";`,
    'import type { Construct } from "constructs";',
    ...importLines([...classes, "TfprojectsProvider"].sort(), types, framework),
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

/** The lines that import classes and types from this package. */
export function importLines(
  classes: readonly string[],
  types: readonly string[],
  framework: Framework,
): readonly string[] {
  return importStatement("import", [...classes, ...types.map(typeImport)], framework);
}

function typeImport(type: string): string {
  return `type ${type}`;
}

/** The lines that import only types from this package. */
export function importTypeLines(types: readonly string[], framework: Framework): readonly string[] {
  return importStatement("import type", types, framework);
}

function importStatement(keyword: string, names: readonly string[], framework: Framework): readonly string[] {
  const end = `from "${FRAMEWORKS[framework].entry}";`;
  const oneLine = `${keyword} { ${names.join(", ")} } ${end}`;
  return fits(oneLine) ? [oneLine] : [`${keyword} {`, ...names.map((name) => `  ${name},`), `} ${end}`];
}

/** The class of placements. */
export const PLACEMENT_CLASS = "WorkspacePlacement";

/** The statement for a placement. No project has the ID of its construct. */
export function placementLines(properties: readonly Argument[], indent: string): readonly string[] {
  return formatConstruct({ className: PLACEMENT_CLASS, scope: "this", constructId: "placement", properties }, indent);
}
