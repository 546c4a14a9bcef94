import { VERSION } from "../../version";
import type { GeneratedFile } from "../../files/generated-file";
import type { CodeOptions, ImportedOrganization } from "../imported";
import { readmeFile } from "../readme";

/** The files other than the Terraform configuration. */
export function hclScaffold(organization: ImportedOrganization, options: CodeOptions): readonly GeneratedFile[] {
  return [
    { path: ".gitignore", content: ".terraform/\nterraform.d/\n*.tfstate\n*.tfstate.*\n*.tfplan\n*.log\n" },
    readmeFile(organization, {
      commands: [
        `npx tfprojects@${VERSION} provider install --folder .   # the provider, into terraform.d`,
        "terraform init",
        "export TFE_TOKEN=…   # and TFE_ADDRESS=https://tfe.example.com for Terraform Enterprise",
        "terraform plan",
        "terraform apply",
      ],
      notes: [
        options.imports ? WITH_IMPORTS : WITHOUT_IMPORTS,
        ...(options.layout === "table" ? [TABLE] : []),
        BACKEND,
      ],
    }),
  ];
}

const WITH_IMPORTS = [
  "The first apply imports the existing projects into the state of Terraform and changes nothing. Delete",
  "`imports.tf` after it.",
];

const WITHOUT_IMPORTS = [
  "This configuration has no import blocks: in an organization that has these projects, Terraform finds",
  "their names taken.",
];

const TABLE = [
  "`projects.tf` has an entry for each project, and `main.tf` the resources of all of them. The key of an entry",
  "is what Terraform knows the project by: keep it when you rename the project.",
];

const BACKEND = [
  "Terraform keeps its state in this folder, in a file that Git ignores. Before others apply the configuration",
  "too, configure a backend in `main.tf`.",
];
