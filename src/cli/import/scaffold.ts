import { VERSION } from "../../version";
import type { GeneratedFile } from "./generated-file";

/** What the app needs to run, in the versions that this package is tested with; a test holds them to `package.json`. */
export const DEPENDENCIES = { "@cdktf/provider-null": "^11.0.0", cdktf: "^0.21.0", constructs: "^10.4.2" };
export const DEV_DEPENDENCIES = { "cdktf-cli": "^0.21.0", tsx: "^4.23.15", typescript: "~5.9.0" };

/** The files around the code. */
export function scaffoldFiles(organization: string, options: { readonly imports: boolean }): readonly GeneratedFile[] {
  return [
    {
      path: "cdktf.json",
      content: json({
        language: "typescript",
        app: "npx tsx main.ts",
        projectId: organization,
        sendCrashReports: "false",
      }),
    },
    {
      path: "package.json",
      content: json({
        name: packageName(organization),
        private: true,
        scripts: { plan: "tfprojects plan", deploy: "cdktf deploy", typecheck: "tsc" },
        dependencies: { ...DEPENDENCIES, tfprojects: `^${VERSION}` },
        devDependencies: DEV_DEPENDENCIES,
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
    { path: "README.md", content: readme(organization, options.imports) },
  ];
}

function readme(organization: string, imports: boolean): string {
  const firstDeployment = imports
    ? `The first deployment takes over what is there: it creates nothing and changes nothing. \`imports.ts\` says which project is which; after that
deployment it can be deleted, with the two lines of \`main.ts\` that use it.`
    : `This code was written without import statements, so Terraform does not know that the projects exist, and would find their names taken. Use it with
\`tfprojects plan\` and \`tfprojects apply\`, which know projects by name.`;
  return `# The projects of ${organization} as code

Written by \`tfprojects import\`, once: from now on it is yours to change.

\`\`\`sh
npm install
export TFE_TOKEN=…   # and TFE_ADDRESS=https://tfe.example.com for Terraform Enterprise
npx tfprojects plan  # compares the code with the organization, without Terraform
npx cdktf deploy     # has Terraform deploy it
\`\`\`

${firstDeployment}

Terraform keeps its state in this folder, in a file that git ignores. Give the stack in \`main.ts\` a backend before others deploy it too.
`;
}

/** Names of packages are written in small letters, and begin with a letter or digit. */
function packageName(organization: string): string {
  const name = organization.toLowerCase().replace(/[^a-z0-9-]+/g, "-");
  return `${name}-projects`.replace(/^-+/, "");
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
