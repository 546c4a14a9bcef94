import { asObjects } from "../../json";
import { placementRuleBlock, referToProject, RESOURCES, sameName } from "../../model";
import type { ConfigurationProblem } from "../configuration-error";
import { groupBy } from "../../reconcile/lists";
import type { AttributeReader } from "./attribute-reader";
import { locationOf, type Block } from "./blocks";
import type { Evaluation } from "./evaluation";
import type { MutableOrganization } from "./organizations";
import {
  convertPlacement,
  PLACEMENT_ATTRIBUTES,
  RULE_ATTRIBUTES,
  type PlacementSource,
  type RuleSource,
} from "./value";

/** A placement of the code. */
export interface PlacementInCode extends Omit<PlacementSource, "address"> {
  readonly block: Block;
  readonly organization: MutableOrganization;
}

/** The placement of a valid block; undefined, with problems, if only Terraform can evaluate something in it. */
export function readPlacement(
  block: Block,
  attributes: AttributeReader,
  evaluation: Evaluation,
): Omit<PlacementInCode, "organization"> | undefined {
  const { body, address, constructPath } = block;
  const values = attributes.values(block, PLACEMENT_ATTRIBUTES, RESOURCES.tfprojects_workspace_placement);
  const rules = asObjects(body["rule"]).map((rule, position): RuleSource | undefined => {
    const at = { body: rule, path: ["rule", position] };
    const its = attributes.values(block, RULE_ATTRIBUTES, placementRuleBlock, at);
    const project = evaluation.projectNamed(rule["project"], `${address}.rule[${position}].project`, constructPath);
    return its === undefined || project === undefined ? undefined : { project, values: its };
  });
  const known = rules.filter((it) => it !== undefined);
  return values === undefined || known.length < rules.length ? undefined : { block, values, rules: known };
}

/**
 * Adds placements to their organizations, once all modules are read. A rule with the name of a project of another
 * module is one into that project. With that of a project of its own module it is a problem, which is returned:
 * Terraform would not wait for the project.
 *
 * @param ownAddresses - Of the projects in the module of the placements.
 */
export function addPlacements(
  placements: readonly PlacementInCode[],
  ownAddresses: ReadonlySet<string>,
): readonly ConfigurationProblem[] {
  return placements.flatMap(({ block, organization, values, rules }) => {
    const identified = rules.map((rule) => ({ ...rule, named: projectOf(rule, organization) }));
    const repeated = identified.flatMap(({ named }, position) =>
      named !== undefined && ownAddresses.has(named.address) ? [{ named, position }] : [],
    );
    (organization.placements ??= []).push(
      convertPlacement({
        address: block.address,
        values,
        rules: identified.map(({ named, ...rule }) =>
          named === undefined ? rule : { ...rule, project: { by: "address", address: named.address } },
        ),
      }),
    );
    return [...groupBy(repeated, ({ named }) => named.address).values()].map((its): ConfigurationProblem => {
      const [{ named, position }] = its;
      const positions = its.map((it) => it.position);
      const where = locationOf(block, `rule[${position}].project`);
      return { where, message: referToProject(positions, named.name, named.address) };
    });
  });
}

/** The project of the code that has the literal name of a rule. */
function projectOf({ project }: RuleSource, { projects }: MutableOrganization) {
  return project.by === "name" ? projects.find(({ name }) => sameName(name, project.name)) : undefined;
}
