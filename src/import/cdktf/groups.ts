import type { Framework } from "../../constructs/base/frameworks";
import type { GeneratedFile } from "../../files/generated-file";
import { formatConstruct } from "../../terraform/typescript-format";
import type { GroupedOrganization } from "../grouping/grouped-organization";
import { mainFile } from "./main-file";
import { PLACEMENT_CLASS, placementLines } from "./placement";
import { appFiles } from "./scaffold";

/** An app that creates projects for groups of workspaces, and places the groups. Pure. */
export function groupsApp(organization: GroupedOrganization, framework: Framework): readonly GeneratedFile[] {
  const { name, projects, placement, left, readme } = organization;
  const indent = "    ";
  const created = projects.flatMap(({ identifier: constant, constructId, name: value }) =>
    formatConstruct(
      { constant, className: "Project", scope: "this", constructId, properties: [{ name: "name", value }] },
      indent,
    ),
  );
  const placed = [...placementLines(placement, indent), ...left.map((line) => `${indent}// ${line}`)];
  return [
    mainFile(
      organization,
      { imports: false, framework },
      {
        classes: [...(created.length === 0 ? [] : ["Project"]), PLACEMENT_CLASS],
        sections: created.length === 0 ? [placed] : [created, placed],
      },
    ),
    ...appFiles(name, framework, readme),
  ];
}
