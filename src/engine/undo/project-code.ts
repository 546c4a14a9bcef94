import { attributeOf, SETTING_NAMES, type CodeLanguage, type ProjectSettings } from "../../model";
import { formatArguments, formatBlock, type Argument } from "../../terraform/hcl-format";
import { formatConstruct, propertiesOf } from "../../terraform/typescript-format";

/** The lines of code that declare a project with these settings. */
export function projectCode(settings: ProjectSettings, language: CodeLanguage): readonly string[] {
  const attributes = SETTING_NAMES.flatMap((name): Argument[] => {
    const value = settings[name];
    if (value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0)) {
      return [];
    }
    return [{ name: attributeOf(name), value }];
  });
  if (language === "terraform") {
    const label = labelOf(settings, "_");
    return formatBlock(`resource "tfprojects_project" "${label}"`, formatArguments(attributes, 2));
  }
  const constructId = labelOf(settings, "-");
  return formatConstruct(
    { className: "Project", scope: "this", constructId, properties: propertiesOf(attributes) },
    "",
  );
}

/** Labels of Terraform begin with a letter. */
function labelOf({ name }: ProjectSettings, separator: string): string {
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  return (/^[a-z]/.test(words[0] ?? "") ? words : ["project", ...words]).join(separator);
}
