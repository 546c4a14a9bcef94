import type { NotificationConfiguration } from "../../model";
import { allOf } from "../../reconcile/lists";
import { bothOf, effectsBetween, impactKind, lost, readEachProject, sorted, type ByProject } from "./kind";

export const notifications = impactKind<ByProject<readonly NotificationConfiguration[]>>({
  label: "notifications",
  reads: "`GET /projects/:project/notification-configurations`, once a project",
  permission: "to administer the project",
  meaning:
    "Notifications of projects, sent for the runs of all workspaces in them. Only kind and host are shown, as the " +
    "rest of an address may be a secret. The API does not have the workspaces that a notification leaves out.",
  read: async (context) => {
    const { client } = context.view;
    const all = await readEachProject(context, (id) => allOf(client.notifications.listForProject(id)));
    return new Map([...all].map(([id, its]) => [id, its?.filter(({ isEnabled }) => isEnabled)]));
  },
  compare(read, move) {
    const both = bothOf(read, move, () => []);
    if (both === undefined) return undefined;
    const effects = effectsBetween(both, ({ id }) => id, shown);
    return {
      effects,
      notCompared:
        effects.length === 0 ? [] : ["which workspaces notifications leave out, which the API does not have"],
    };
  },
  deletedWith: (read, projectId) => {
    const all = read.get(projectId);
    return all && sorted(all.map((it) => lost(shown(it))));
  },
});

function shown({ id, kind, host }: NotificationConfiguration) {
  return { id, name: kind, value: host ?? undefined };
}
