import type { GeneratedFile } from "../../files/generated-file";
import type { CodeOptions, ImportedOrganization } from "../imported";
import { notCarriedOverSection, readmeFile, type ReadmeText } from "../readme";

/** The files of an imported organization other than the Terraform configuration. */
export function hclScaffold(
  { name, notCarriedOver }: ImportedOrganization,
  { imports }: CodeOptions,
): readonly GeneratedFile[] {
  const notes = [imports ? WITH_IMPORTS : WITHOUT_IMPORTS, TABLE];
  return configurationFiles(name, { notes, left: notCarriedOverSection(notCarriedOver) });
}

/** The files of any organization other than the Terraform configuration. */
export function configurationFiles(name: string, { notes, left }: ReadmeText): readonly GeneratedFile[] {
  return [
    { path: ".gitignore", content: ".terraform/\nterraform.d/\n*.tfstate\n*.tfstate.*\n*.tfplan\n*.log\n" },
    readmeFile(
      name,
      [
        "npx tfprojects provider install --folder .   # the provider, into terraform.d",
        "terraform init",
        "export TFE_TOKEN=…   # and TFE_ADDRESS=https://tfe.example.com for Terraform Enterprise",
        "terraform plan",
        "terraform apply",
      ],
      { notes: [...notes, BACKEND], left },
    ),
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
