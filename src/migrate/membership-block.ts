import { Expression, formatArguments, formatBlock, separated, type Argument } from "../terraform/hcl-format";
import { hclString } from "../terraform/hcl-string";
import { textIn, type ModuleFolder } from "./code";
import { organizationsOf, tfeProviderOf, withProviderName } from "./provider-edits";
import { MEMBERSHIP, type ProjectResource } from "./resources";
import { listLines, type WorkspaceTerm } from "./workspace-terms";

/** The content of a membership's block. */
export interface MembershipContent {
  readonly name: string;
  readonly project: ProjectResource;
  /** `for_each = …`, or `count = …`; undefined if it has one instance. */
  readonly repetition: string | undefined;
  /** Expression of the project's ID. */
  readonly projectId: string;
  /** The project's address, if it is in the same module: `tfprojects_project.team[each.key]`. */
  readonly localProject: string | undefined;
  /** The name of its organization. */
  readonly organization: string;
  readonly workspaceIds: readonly WorkspaceTerm[];
}

/** @param root - The module with the configurations of the providers. */
export function membershipBlock(content: MembershipContent, root: ModuleFolder): readonly string[] {
  const { name, repetition, projectId, workspaceIds } = content;
  const args = [...inherited(content, root), argument("project_id", projectId)];
  return formatBlock(
    `resource "${MEMBERSHIP}" "${name}"`,
    separated([
      ...(repetition === undefined ? [] : [[repetition]]),
      withLines(args, "workspace_ids", listLines(workspaceIds)),
    ]),
  );
}

/** The provider and the organization of the project, for its membership, unless they are the defaults. */
function inherited(
  { project: { folder, code }, localProject, organization }: MembershipContent,
  root: ModuleFolder,
): readonly Argument[] {
  const text = textIn(code, "provider");
  const provider = text === undefined ? undefined : withProviderName(text, tfeProviderOf(folder).name);
  const own = textIn(code, "organization")?.trim();
  // In the root module, equal expressions are the same organization.
  const isKnown = own === undefined || (folder === root && organizationsOf(root).get(provider?.split(".")[1]) === own);
  const other = localProject === undefined ? hclString(organization) : `${localProject}.organization`;
  return [
    ...(provider === undefined || localProject === undefined ? [] : [argument("provider", provider)]),
    ...(isKnown ? [] : [argument("organization", other)]),
  ];
}

/**
 * An output of a module.
 *
 * @param value - Lines of the expression.
 */
export function outputBlock(name: string, description: string, value: readonly string[]): readonly string[] {
  return formatBlock(`output "${name}"`, withLines([{ name: "description", value: description }], "value", value));
}

/** Arguments, followed by one whose expression has several lines. */
function withLines(
  args: readonly Argument[],
  name: string,
  [first = "", ...rest]: readonly string[],
): readonly string[] {
  return rest.length === 0
    ? formatArguments([...args, argument(name, first)], 2)
    : [...formatArguments(args, 2), `${name} = ${first}`, ...rest];
}

function argument(name: string, expression: string): Argument {
  return { name, value: new Expression(expression) };
}
