import { NotFoundError, type ListTaskConfigurationsOptions } from "../../api";
import type { TaskConfiguration } from "../../model";
import { allOf } from "../../reconcile/lists";
import { ifReadable, orWithoutIncluded } from "../../reconcile/readable";
import { gained, impactKind, lost, sorted } from "./kind";

export const runTasks = impactKind<readonly TaskConfiguration[] | undefined>({
  label: "run tasks",
  reads:
    "`GET /organizations/:organization/task-configs?include=task`, once; where the service rejects that, without the " +
    "names of tasks",
  permission: "to manage run tasks",
  meaning:
    "Tasks of projects, which run for all workspaces in them: a mandatory one that is gained may stop runs, one that " +
    "is lost is a control less. A service that does not have them (404, also with the permission) has global tasks " +
    "only, which run everywhere.",
  async read({ view, moves }) {
    if (moves.length === 0) return [];
    const list = (options?: ListTaskConfigurationsOptions): Promise<readonly TaskConfiguration[]> =>
      allOf(view.client.taskConfigurations.list(view.name, options));
    const read = orWithoutIncluded(list({ include: ["task"] }), list).catch(async (error: unknown) => {
      const isAbsent = error instanceof NotFoundError && (await view.organization()).canManageRunTasks === true;
      if (isAbsent) return [];
      throw error;
    });
    const all = await ifReadable(read);
    return all?.every(({ projectIds, isGlobal }) => isGlobal || projectIds !== undefined) === true ? all : undefined;
  },
  compare(read, { from, to }) {
    if (read === undefined) return undefined;
    const ofProject = (id: string | null) =>
      read.filter(({ isGlobal, projectIds = [] }) => !isGlobal && id !== null && projectIds.includes(id));
    const [before, after] = [ofProject(from.id), ofProject(to.id)];
    return {
      effects: sorted([
        ...before.filter((it) => !after.includes(it)).map((it) => lost(shown(it, "a control less"))),
        ...after.filter((it) => !before.includes(it)).map((it) => gained(shown(it, "may stop runs"))),
      ]),
    };
  },
});

/** @param ofMandatory - What it means for runs if the task is mandatory. */
function shown({ task: { id, name = id, host }, stages, enforcementLevel }: TaskConfiguration, ofMandatory: string) {
  const where = [...stages, ...(host === null ? [] : [host])].join(", ");
  return {
    id,
    name,
    value: enforcementLevel,
    note: enforcementLevel === "mandatory" ? `${where}: ${ofMandatory}` : where,
  };
}
