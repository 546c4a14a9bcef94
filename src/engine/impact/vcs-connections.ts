import type { VcsConnection } from "../../model";
import { ifReadable } from "../../reconcile/readable";
import { impactKind, sorted, type ImpactEffect } from "./kind";

export const vcsConnections = impactKind<readonly VcsConnection[] | undefined>({
  label: "VCS connections",
  reads: "`GET /organizations/:organization/oauth-clients`, once, if workspaces have a repository",
  permission: "to see the connections",
  meaning:
    "Connections of workspaces' repositories that are limited to projects without the destination: runs may no " +
    "longer start, which is not documented. GitHub App installations are not limited to projects.",
  async read({ view, moves }) {
    const isNeeded = moves.some(({ workspaces }) => workspaces.some(({ vcsTokenId }) => vcsTokenId !== undefined));
    return isNeeded ? ifReadable(view.client.vcsConnections.list(view.name)) : [];
  },
  compare(read, { from, to, workspaces }) {
    if (read === undefined) return undefined;
    const effects = read.flatMap((connection): readonly ImpactEffect[] => {
      const tokens = new Set(connection.tokenIds);
      const using = workspaces.filter(({ vcsTokenId = "" }) => tokens.has(vcsTokenId));
      if (using.length === 0 || !allows(connection, from.id) || allows(connection, to.id)) return [];
      const { id, name, provider } = connection;
      const note = "does not allow the project: runs may not start";
      return [{ change: "affected", id, name: name ?? provider, note, workspaces: using.length, isCertain: false }];
    });
    return { effects: sorted(effects) };
  },
});

function allows({ isOrganizationScoped, projectIds }: VcsConnection, projectId: string | null): boolean {
  return isOrganizationScoped || (projectId !== null && projectIds.includes(projectId));
}
