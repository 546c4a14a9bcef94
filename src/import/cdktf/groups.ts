import type { GeneratedFile } from "../../files/generated-file";
import { Expression, type HclObject } from "../../terraform/hcl-format";
import { formatConstruct, propertiesOf } from "../../terraform/typescript-format";
import type { GroupedOrganization } from "../grouping/grouped-organization";
import type { Layout, LayoutProject, LayoutRule } from "../grouping/layout";
import { PROJECT_REFERENCE, WORKSPACES, type AppForm } from "../imported";
import { membershipId, membershipIdentifier } from "../names";
import { conditionArguments, RULE, RULE_PROJECT } from "../placement";
import { DEPENDS_ON } from "./assignments";
import { mainFile, PLACEMENT_CLASS, placementLines } from "./main-file";
import { appFiles } from "./scaffold";

const INDENT = "    ";

/** An app that creates projects for groups of workspaces, and moves the groups. Pure. */
export function groupsApp(organization: GroupedOrganization, form: AppForm): readonly GeneratedFile[] {
  const { name, layout, left, readme } = organization;
  const created = layout.created.flatMap(({ identifier: constant, constructId, name: value }) =>
    formatConstruct(
      { constant, className: "Project", scope: "this", constructId, properties: [{ name: "name", value }] },
      INDENT,
    ),
  );
  const moved = [membershipLines(layout), rulesLines(layout)].filter(({ length }) => length > 0);
  const stay = left.map((line) => `${INDENT}// ${line}`);
  return [
    mainFile(
      organization,
      { imports: false, framework: form.framework },
      {
        classes: [
          ...(created.length === 0 ? [] : ["Project"]),
          ...(layout.lists.length === 0 ? [] : ["WorkspaceMembership"]),
          ...(layout.rules.length === 0 ? [] : [PLACEMENT_CLASS]),
        ],
        sections: [
          ...(created.length === 0 ? [] : [created]),
          ...moved.slice(0, -1),
          [...(moved.at(-1) ?? []), ...stay],
        ],
      },
    ),
    ...appFiles(name, form, readme),
  ];
}

function membershipLines({ lists, listsPrecede }: Layout): readonly string[] {
  return lists.flatMap(({ project, workspaces }) =>
    formatConstruct(
      {
        constant: listsPrecede ? membershipIdentifier(project.identifier) : undefined,
        className: "WorkspaceMembership",
        scope: "this",
        constructId: membershipId(project.constructId),
        properties: propertiesOf([
          { name: PROJECT_REFERENCE, value: memberOf(project, "id") },
          { name: WORKSPACES, value: workspaces.map(({ name }) => name) },
        ]),
      },
      INDENT,
    ),
  );
}

function rulesLines({ rules, lists, listsPrecede }: Layout): readonly string[] {
  if (rules.length === 0) return [];
  const constants = lists.map(({ project }) => new Expression(membershipIdentifier(project.identifier)));
  return placementLines(
    [
      { name: RULE, value: rules.map(ruleProperties) },
      ...(listsPrecede ? [{ name: DEPENDS_ON, value: constants }] : []),
    ],
    INDENT,
  );
}

function ruleProperties({ project, condition }: LayoutRule): HclObject {
  const properties = propertiesOf([
    { name: RULE_PROJECT, value: memberOf(project, "name") },
    ...conditionArguments(condition),
  ]);
  return Object.fromEntries(properties.map((it) => [it.name, it.value]));
}

/** A member of a project: of its construct, or as it is if the project exists already. */
function memberOf({ id, name, identifier }: LayoutProject, member: "id" | "name"): string | Expression {
  if (id === undefined) return new Expression(`${identifier}.${member}`);
  return member === "id" ? id : name;
}
