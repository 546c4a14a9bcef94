import { projectSubject, type ChangedIdentity } from "../../diagnostics";
import type { Workspace } from "../../model";
import type { MovedWorkspaces } from "./kind";
import { identityUsers, type WorkloadIdentityRead } from "./workload-identity";

/** A project that gets another name, and the workspaces that stay in it. */
export interface RenamedProject {
  readonly before: string;
  readonly after: string;
  readonly workspaces: readonly Workspace[];
}

/**
 * What runs present as another identity: for each pair of projects, then for each renamed project. Of workspaces whose
 * variables were read, only those that authenticate with it.
 *
 * @param read - Who does. @default not known
 */
export function changedIdentities(
  organization: string,
  moves: readonly MovedWorkspaces[],
  renamed: readonly RenamedProject[],
  read: WorkloadIdentityRead | undefined,
): readonly ChangedIdentity[] {
  const all = [
    ...moves.map(({ from, to, workspaces }) => {
      return { cause: "moved" as const, before: from.name, after: to.name, workspaces };
    }),
    ...renamed.map((it) => ({ cause: "renamed" as const, ...it })),
  ];
  return all.flatMap(({ cause, before, after, workspaces }): readonly ChangedIdentity[] => {
    if (before === after || workspaces.length === 0) return [];
    const users = read && identityUsers(read, workspaces);
    const isNone = users !== undefined && users.workspaces + users.notRead === 0;
    if (isNone) return [];
    return [
      {
        cause,
        before: projectSubject(organization, before),
        after: projectSubject(organization, after),
        workspaces: workspaces.length,
        ...(users === undefined ? {} : { users }),
      },
    ];
  });
}
