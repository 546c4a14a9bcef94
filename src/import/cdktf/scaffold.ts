import { FRAMEWORKS } from "../../constructs/base/frameworks";
import type { GeneratedFile } from "../../files/generated-file";
import type { AppForm, AppOptions, ImportedOrganization } from "../imported";
import { notCarriedOverSection, readmeFile, type ReadmeText } from "../readme";

/** Where the folders of the stacks are, in which Terraform deploys without the CLI of the framework. */
export const STACKS = "cdktf.out/stacks";

/** The versions that this package is tested with. A test compares them with `package.json`. */
export const DEV_DEPENDENCIES = { tsx: "^4.23.15", typescript: "~5.9.0" };

/** The files of the app of an imported organization other than its code. */
export function scaffoldFiles(
  { name, notCarriedOver }: ImportedOrganization,
  { imports, ...form }: AppOptions,
): readonly GeneratedFile[] {
  const notes = [imports ? WITH_IMPORTS : WITHOUT_IMPORTS, TABLE];
  return appFiles(name, form, { notes, left: notCarriedOverSection(notCarriedOver) });
}

/** The files of any app other than its code. */
export function appFiles(name: string, form: AppForm, { notes, left }: ReadmeText): readonly GeneratedFile[] {
  const { framework } = form;
  const { cliNode } = FRAMEWORKS[framework];
  return [
    {
      path: "cdktf.json",
      content: json({
        language: "typescript",
        app: "node --import tsx main.ts",
        projectId: name,
        sendCrashReports: "false",
      }),
    },
    ...packageFiles(packageName(name), form),
    readmeFile(
      name,
      [
        "npm install",
        "export TFE_TOKEN=…   # and TFE_ADDRESS=https://tfe.example.com for Terraform Enterprise",
        "npx tfprojects plan  # compare the code with the organization, without Terraform",
        `npx ${framework} deploy     # deploy with Terraform; this needs ${cliNode.text}`,
      ],
      { notes: [WITHOUT_CLI, ...notes, BACKEND], left },
    ),
  ];
}

/** What makes a folder with the code of an app a package, whatever the code. */
export function packageFiles(name: string, { framework, requirement }: AppForm): readonly GeneratedFile[] {
  const { packages, cliPackages, node } = FRAMEWORKS[framework];
  return [
    {
      path: "package.json",
      content: json({
        name,
        private: true,
        scripts: { plan: "tfprojects plan", deploy: `${framework} deploy`, typecheck: "tsc" },
        ...(node !== undefined && { engines: { node } }),
        dependencies: { ...packages, tfprojects: requirement },
        devDependencies: DEV_DEPENDENCIES,
        // Optional, because a CLI that this Node.js cannot install must not fail the rest: see docs/import.md.
        optionalDependencies: cliPackages,
      }),
    },
    {
      path: "tsconfig.json",
      content: json({
        compilerOptions: {
          target: "ES2022",
          module: "node16",
          strict: true,
          skipLibCheck: true,
          noEmit: true,
        },
      }),
    },
    { path: ".gitignore", content: "node_modules/\ncdktf.out/\nterraform*.tfstate*\n*.log\n" },
  ];
}

const WITHOUT_CLI = [
  "On other versions of Node.js, `npx tfprojects plan` synthesizes the stack, and `terraform init` and",
  `\`terraform apply\` in its folder in \`${STACKS}\` deploy it.`,
];

const WITH_IMPORTS = [
  "The first deployment imports the existing projects into the state of Terraform and changes nothing.",
  "`imports.ts` has their IDs; after that deployment you can delete it, and the two lines of `main.ts`",
  "that use it.",
];

const WITHOUT_IMPORTS = [
  "This app has no import blocks, so Terraform would try to create the projects and find their names taken.",
  "Use `tfprojects plan` and `tfprojects apply`, which identify projects by name.",
];

const TABLE = [
  "`organization.ts` has an entry for each project, and `main.ts` a loop over the entries. The ID of an entry",
  "is what Terraform knows the project by: keep it when you rename the project.",
];

const BACKEND = [
  "Terraform keeps its state in this folder, in a file that Git ignores. Before others deploy the stack too,",
  "configure a backend in `main.ts`.",
];

/** Package names are lowercase and start with a letter or a digit. */
function packageName(organization: string): string {
  const name = organization.toLowerCase().replace(/[^a-z0-9-]+/g, "-");
  return `${name}-projects`.replace(/^-+/, "");
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
