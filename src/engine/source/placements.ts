import { asObject, asObjects, isObject, stringMembers, textOf } from "../../json";
import { groupBy } from "../../lists";
import {
  nameKey,
  placementRuleBlock,
  referToProject,
  RESOURCES,
  sameName,
  TAKE_FROM,
  unplacedName,
  problemAt,
  type Diagnostic,
} from "../../model";
import { sameValue, valueTypes } from "../../schema";
import type { PlannedChange } from "../../terraform/plan";
import type { DesiredPlacement, ProjectReference } from "../organization";
import { locationOf, type Block, type Blocks } from "./blocks";
import type { Evaluation } from "./evaluation";
import type { MutableOrganization } from "./organizations";
import { knownValues, type BlockValues } from "./read-block";
import { literalValues, stringsIn, type Value } from "./value";

/** The attributes of a placement, and those of its rules besides the project. */
const ATTRIBUTES = ["except_names", "except_tags", "take_from", "max_moves"] as const;
const RULE_ATTRIBUTES = ["match_names", "match_tags", "take_from"] as const;

type PlacementAttribute = (typeof ATTRIBUTES)[number];
type DesiredRule = DesiredPlacement["rules"][number];

/** A placement of valid code. @param valueOf - The converted value of an attribute; null if it is not set. */
export function desiredPlacement(
  address: string,
  valueOf: (attribute: PlacementAttribute) => Value,
  rules: readonly DesiredRule[],
): DesiredPlacement {
  const maxMoves = valueOf("max_moves");
  return {
    address,
    rules,
    exceptNames: stringsOf(valueOf("except_names")),
    exceptTags: tagsOf(valueOf("except_tags")),
    ...takeFromIn(valueOf("take_from")),
    maxMoves: typeof maxMoves === "number" ? maxMoves : undefined,
  };
}

/** A rule of a placement. */
export function desiredRule(
  project: ProjectReference,
  valueOf: (attribute: (typeof RULE_ATTRIBUTES)[number]) => Value,
): DesiredRule {
  return {
    project,
    matchNames: stringsOf(valueOf("match_names")),
    matchTags: tagsOf(valueOf("match_tags")),
    ...takeFromIn(valueOf("take_from")),
  };
}

function stringsOf(value: Value): readonly string[] | undefined {
  return value === null ? undefined : stringsIn(value);
}

function tagsOf(value: Value): Readonly<Record<string, string>> | undefined {
  return value === null ? undefined : stringMembers(asObject(value));
}

function takeFromIn(value: Value): Pick<DesiredPlacement, "takeFrom"> {
  const takeFrom = TAKE_FROM.find((it) => it === value);
  return takeFrom === undefined ? {} : { takeFrom };
}

/** The placement of a valid block; undefined, with problems, if only Terraform can evaluate something in it. */
export function readPlacement(block: Block, read: BlockValues, evaluation: Evaluation): DesiredPlacement | undefined {
  const { problems } = evaluation;
  const valueOf = knownValues(read, ATTRIBUTES, problems);
  const sources = asObjects(block.body["rule"]);
  const rules = asObjects(read.values["rule"]).map((values, position) => {
    const at = { values, path: ["rule", position] };
    const its = knownValues(read, RULE_ATTRIBUTES, problems, at);
    // It is a project of the code only if the expression refers to its name.
    const referred = evaluation.projectNamed(sources[position]?.["project"]);
    const name = referred === undefined ? knownValues(read, ["project"], problems, at)?.("project") : undefined;
    const project = referred ?? (typeof name === "string" ? ({ by: "name", name } as const) : undefined);
    return its === undefined || project === undefined ? undefined : desiredRule(project, its);
  });
  const known = rules.filter((it) => it !== undefined);
  return valueOf === undefined || known.length < rules.length
    ? undefined
    : desiredPlacement(block.address, valueOf, known);
}

/** A placement of the code. */
export interface PlacementInCode {
  readonly block: Block;
  readonly organization: MutableOrganization;
  readonly placement: DesiredPlacement;
}

/**
 * Adds a placement to its organization, once all modules are read. A rule with the name of a project of another module
 * is one into that project. With that of a project of its own module it is a problem, which is returned: Terraform
 * would not wait for the project.
 */
export function addPlacement(
  { block, organization, placement }: PlacementInCode,
  { resources }: Pick<Blocks, "resources">,
): readonly Diagnostic[] {
  const projects = byName(organization.projects);
  const rules = placement.rules.map((rule) => withAddress(rule, projects));
  (organization.placements ??= []).push({ ...placement, rules });
  const repeated = placement.rules.flatMap(({ project: named }, position) => {
    const project = rules[position]?.project;
    return named.by === "name" && project?.by === "address" ? [{ address: project.address, position }] : [];
  });
  const nameAt = new Map(organization.projects.map(({ address, name }) => [address, name]));
  const inModule = new Set(resources.map(({ address }) => address));
  return [...groupBy(repeated, ({ address }) => address)].flatMap(([address, its]): readonly Diagnostic[] => {
    if (!inModule.has(address)) return [];
    const name = nameAt.get(address) ?? "";
    const positions = its.map(({ position }) => position);
    const where = locationOf(block, `rule[${positions[0]}].project`);
    return [problemAt(where, referToProject(positions, name, address))];
  });
}

/** The addresses of projects by the keys of their names; the first of several with the same one. */
function byName(
  projects: readonly { readonly address: string; readonly name: unknown }[],
): ReadonlyMap<string, string> {
  return new Map(projects.toReversed().map(({ address, name }) => [nameKey(String(name)), address]));
}

/** A rule that refers by address to a project that it names, if that is one of these. */
function withAddress(rule: DesiredRule, projects: ReadonlyMap<string, string>): DesiredRule {
  const address = rule.project.by === "name" ? projects.get(nameKey(rule.project.name)) : undefined;
  return address === undefined ? rule : { ...rule, project: { by: "address", address } };
}

/**
 * A placement in a Terraform plan, with the rules of its planned values: the code in a plan has no `dynamic` blocks.
 *
 * @param valueOf - A planned value; null if the code does not set it.
 * @param projects - The projects that exist after the plan.
 */
export function plannedPlacement(
  change: PlannedChange,
  valueOf: (attribute: PlacementAttribute) => Value,
  projects: readonly PlannedChange[],
): DesiredPlacement {
  const { address, after } = change;
  const own = projects
    .filter((it) => sameName(String(it.after["organization"]), String(after["organization"])))
    .map((it) => ({ address: it.address, name: it.after["name"] }));
  const projectsByName = byName(own);
  const rules = asObjects(after["rule"]).map((rule) => {
    const project = { by: "name", name: textOf(rule["project"]) } as const;
    return withAddress(desiredRule(project, literalValues(placementRuleBlock, rule)), projectsByName);
  });
  const decided = decidedMoves(change);
  return { ...desiredPlacement(address, valueOf, rules), ...(decided === undefined ? {} : { decided }) };
}

/** With the rules of the state, Terraform moves what the last refresh has found; it is undefined with others. */
function decidedMoves({ action, before, after }: PlannedChange): DesiredPlacement["decided"] {
  if (action !== "keep" || !isObject(before["unplaced"])) return undefined;
  const { attributes } = RESOURCES.tfprojects_workspace_placement;
  const { max_moves: _, ...types } = valueTypes({
    attributes: Object.fromEntries(ATTRIBUTES.map((name) => [name, attributes[name]])),
    blocks: { rule: placementRuleBlock },
  });
  const isUnchanged = Object.entries(types).every(([name, type]) => sameValue(type, before[name], after[name]));
  if (!isUnchanged) return undefined;
  return Object.entries(asObject(before["unplaced"])).map(([id, line]) => ({ id, name: unplacedName(textOf(line)) }));
}
