import type { VariableSetWithVariables } from "../../api";
import type { IdentityUsers } from "../../diagnostics";
import { compareStrings, groupBy } from "../../lists";
import { identityProvider, type Variable, type Workspace } from "../../model";
import { pluralize } from "../../reconcile/text";
import { ifReadable } from "../../reconcile/readable";
import { impactKind, type ImpactContext, type KindImpact } from "./kind";

/** How many workspaces have their variables read one by one. */
const MAX_SINGLE_READS = 100;

export interface WorkloadIdentityRead {
  /** To what the runs of a workspace authenticate by its own variables; those that could not be read are missing. */
  readonly ownProviders: ReadonlyMap<string, readonly string[]>;
  /** The variable sets that have such variables; undefined if variable sets are not readable. */
  readonly sets: readonly SetWithProviders[] | undefined;
}

interface SetWithProviders extends Pick<
  VariableSetWithVariables,
  "isGlobal" | "ownerProjectId" | "projectIds" | "workspaceIds"
> {
  readonly providers: readonly string[];
}

export const workloadIdentity = impactKind<WorkloadIdentityRead>({
  label: "workload identity",
  reads:
    "`GET /organizations/:organization/workspaces?include=vars` of each project that workspaces leave; where lists " +
    `do not include variables, \`GET /workspaces/:workspace/vars\`, for up to ${MAX_SINGLE_READS} workspaces`,
  permission: "to read variables",
  meaning:
    "Whose runs authenticate to a cloud or to Vault with the identity that the move changes, by the names of their " +
    "environment variables, such as `TFC_AWS_PROVIDER_AUTH`, and of variable sets. Only these are warned.",
  isInWarnings: true,
  async read(context) {
    const changing = [...context.moves.flatMap(({ workspaces }) => workspaces), ...context.renamed];
    if (changing.length === 0) return { ownProviders: new Map(), sets: [] };
    const [variables, sets] = await Promise.all([readVariables(context, changing), context.variableSets()]);
    const areComplete = sets?.every((it) => it.variables !== undefined);
    return {
      ownProviders: new Map([...variables].map(([id, its]) => [id, providersIn(its)])),
      sets:
        areComplete === true
          ? sets?.flatMap((set) => {
              const { isGlobal, ownerProjectId, projectIds, workspaceIds } = set;
              const providers = providersIn(set.variables ?? []);
              return providers.length === 0 ? [] : [{ isGlobal, ownerProjectId, projectIds, workspaceIds, providers }];
            })
          : undefined,
    };
  },
  compare: (read, { workspaces }): KindImpact | undefined => {
    const { providers, notRead } = identityUsers(read, workspaces);
    if (notRead === workspaces.length) return undefined;
    return {
      effects: providers.map(([name, count]) => ({ change: "affected", name, workspaces: count })),
      notCompared: notRead === 0 ? [] : [`workload identity of ${pluralize(notRead, "workspace")}`],
    };
  },
});

/** By the variables before the plan: who uses none of these loses no access by another identity. */
export function identityUsers(
  { ownProviders, sets }: WorkloadIdentityRead,
  workspaces: readonly Workspace[],
): IdentityUsers {
  const used = workspaces.map(({ id, projectId }) => {
    const own = ownProviders.get(id);
    const applied = (sets ?? []).filter(
      (it) =>
        (it.isGlobal && (it.ownerProjectId === null || it.ownerProjectId === projectId)) ||
        it.projectIds.includes(projectId) ||
        it.workspaceIds.includes(id),
    );
    const providers = new Set([...(own ?? []), ...applied.flatMap((it) => it.providers)]);
    return { providers: [...providers], isRead: own !== undefined && sets !== undefined };
  });
  const notRead = used.filter(({ providers, isRead }) => !isRead && providers.length === 0).length;
  return {
    workspaces: used.filter(({ providers }) => providers.length > 0).length,
    providers: countsOf(used.flatMap(({ providers }) => providers)),
    notRead,
  };
}

function providersIn(variables: readonly Variable[]): readonly string[] {
  return [...new Set(variables.flatMap((it) => identityProvider(it) ?? []))];
}

/** How many workspaces have each of these, by name: `[["aws", 7], ["vault", 2]]`. */
function countsOf(names: readonly string[]): IdentityUsers["providers"] {
  const counts = [...groupBy(names, (it) => it)].map(([name, { length }]) => [name, length] as const);
  return counts.sort(([one], [other]) => compareStrings(one, other));
}

/** The variables of workspaces, as far as the token may read them and they are not too many. */
async function readVariables(
  { view }: ImpactContext,
  workspaces: readonly Workspace[],
): Promise<ReadonlyMap<string, readonly Variable[]>> {
  const found = new Map<string, readonly Variable[]>();
  const byProject = groupBy(workspaces, ({ projectId }) => projectId);
  const wanted = new Set(workspaces.map(({ id }) => id));
  await Promise.all(
    [...byProject.keys()].map(async (projectId) => {
      for (const { id, variables } of (await view.workspacesIncluding(projectId, "vars")) ?? []) {
        if (wanted.has(id) && variables !== undefined) found.set(id, variables);
      }
    }),
  );
  const missing = [...wanted].filter((id) => !found.has(id)).slice(0, MAX_SINGLE_READS);
  await Promise.all(
    missing.map(async (id) => {
      const variables = await ifReadable(view.client.variables.listForWorkspace(id));
      if (variables !== undefined) found.set(id, variables);
    }),
  );
  return found;
}
