import type { Store } from "../engine/kind";
import { isGivenKind } from "../engine/options";
import type { BaseRecord } from "../engine/table";
import { KINDS } from "../service-kinds";
import { emulatorState } from "../state";

/** An ID or name of each kind, for examples; of other kinds by their parameter in paths. */
export interface ExampleValues extends Readonly<Record<string, string>> {
  readonly organization: string;
  readonly project: string;
  readonly workspace: string;
  readonly run: string;
  readonly taskStage: string;
  readonly taskResult: string;
  readonly policyEvaluation: string;
  /** Always a placeholder, since the state does not include the secrets of tokens. */
  readonly token: string;
}

/** Placeholders for kinds without an existing object. */
export const PLACEHOLDERS: ExampleValues = {
  ...Object.fromEntries(KINDS.map(({ parameter, prefix }) => [parameter, `${prefix}1234567890abcdef`])),
  organization: "acme",
  project: "prj-1234567890abcdef",
  workspace: "ws-1234567890abcdef",
  run: "run-1234567890abcdef",
  taskStage: "ts-1234567890abcdef",
  taskResult: "taskrs-1234567890abcdef",
  policyEvaluation: "poleval-1234567890abcdef",
  token: "TOKEN",
};

/** The first of each kind that exists: a project that can be deleted, and a workspace outside of it. */
export function exampleValues(store: Store): ExampleValues {
  const { organizations, runs } = emulatorState(store);
  const project = organizations.flatMap(({ projects }) => projects).find(({ isDefault }) => !isDefault);
  const organization = organizations.find(({ projects }) => project === undefined || projects.includes(project));
  const workspaces = organization?.projects.filter((it) => it !== project).flatMap((it) => it.workspaces);
  const run = runs.find(({ status }) => status !== "canceled");
  const stages = run?.taskStages ?? [];
  return {
    ...PLACEHOLDERS,
    ...firstOfKinds(store),
    organization: organization?.name ?? PLACEHOLDERS.organization,
    project: project?.id ?? PLACEHOLDERS.project,
    workspace: workspaces?.[0]?.id ?? PLACEHOLDERS.workspace,
    run: run?.id ?? PLACEHOLDERS.run,
    taskStage: stages[0]?.id ?? PLACEHOLDERS.taskStage,
    taskResult: stages.flatMap((stage) => stage.taskResults)[0]?.id ?? PLACEHOLDERS.taskResult,
    policyEvaluation: stages.flatMap((stage) => stage.policyEvaluations)[0]?.id ?? PLACEHOLDERS.policyEvaluation,
    token: PLACEHOLDERS.token,
  };
}

/** The ID of the first object of each kind, and its name, if it has one. */
function firstOfKinds(store: Store): Readonly<Record<string, string>> {
  return Object.fromEntries(
    KINDS.flatMap((kind): (readonly [string, string])[] => {
      const isShown = (it: BaseRecord): boolean => !isGivenKind(kind) || kind.outOfBand.isInState?.(it) !== false;
      const found = [...store.table(kind).values()].find(isShown);
      if (found === undefined) return [];
      const { id, name } = { name: undefined, ...found };
      return [[kind.parameter, id], ...(typeof name === "string" ? [[`${kind.parameter}Name`, name] as const] : [])];
    }),
  );
}
