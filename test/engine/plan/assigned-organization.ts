import { messageOf } from "../../../src/model";
import type { ReadAssignments } from "../../../src/engine/actual-organization";
import type { DesiredAssignments, DesiredOrganization } from "../../../src/engine/organization";
import type { Comparison } from "../../../src/engine/plan/comparison";
import type { AssignmentAttributes, AssignmentType } from "../../../src/model";
import type { AssignableObject } from "../../../src/reconcile/assignments";
import { code, organization } from "./organization-with-rules";

export const TEAM_ACCESS = "tfprojects_project_team_access";
export const VARIABLE_SETS = "tfprojects_project_variable_sets";

export const teams = ["platform", "web", "data"].map((name): AssignableObject => ({ id: `team-${name}`, name }));
const owners: AssignableObject = { id: "team-owners", name: "owners", fixed: "owners" };
const sets: readonly AssignableObject[] = [
  { id: "varset-aws", name: "aws" },
  { id: "varset-all", name: "all", fixed: "global" },
  { id: "varset-old", name: "old's", fixed: "owned", owner: { id: "prj-Old", name: "Old" } },
];

type Assigned = Readonly<Record<string, AssignmentAttributes>>;

/** Project → object → how it is assigned. */
function read(objects: readonly AssignableObject[], projects: Readonly<Record<string, Assigned>>): ReadAssignments {
  return {
    isReadable: true,
    objects,
    projects: Object.fromEntries(
      Object.entries(projects).map(([project, assigned]) => [
        `prj-${project}`,
        Object.entries(assigned).map(([name, attributes]) => {
          return { object: objects.find((it) => it.name === name)!, attributes };
        }),
      ]),
    ),
  };
}

/** An organization whose teams have access to these projects, by names. */
export function withTeams(projects: Readonly<Record<string, Assigned>>, workspaces: readonly string[] = []) {
  return {
    ...organization({ Default: workspaces, Net: [], Old: [] }),
    assignments: {
      [TEAM_ACCESS]: read([...teams, owners], { Net: {}, Old: {}, ...projects }),
      [VARIABLE_SETS]: read(sets, { Net: { all: {} }, Old: {} }),
    },
  };
}

export interface Spec extends Partial<Omit<DesiredAssignments, "objects" | "type">> {
  readonly type?: AssignmentType;
  readonly objects?: Readonly<Record<string, AssignmentAttributes>>;
}

export function assigning({ type = TEAM_ACCESS, objects = {}, ...its }: Spec = {}): DesiredAssignments {
  return {
    type,
    address: `${type}.net`,
    project: { by: "id", id: "prj-Net" },
    exclusive: false,
    objects: Object.entries(objects).map(([name, attributes]) => ({ key: { name }, attributes })),
    ...its,
  };
}

export function desiring(...assignments: readonly DesiredAssignments[]): DesiredOrganization {
  return { ...code({ Net: {}, Old: {} }), memberships: [], assignments };
}

export const read1 = { access: "read" };
export const write = { access: "write" };
export const changesOf = ({ actions }: Comparison): string[] => actions.map(({ id }) => id);
export const refusalsOf = (it: Comparison): string[][] => it.errors.map((one) => [one.code, one.where, messageOf(one)]);
export const warningsOf = (it: Comparison): string[] => it.warnings.map(messageOf);
