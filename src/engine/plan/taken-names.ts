import { isWarning, nameTakenByUnmanaged, notAdopted, warningOf } from "../../diagnostics";
import { isTaken } from "../../decide";
import { groupBy } from "../../lists";
import { sameName, type Project, type Diagnostic, type NamedObject } from "../../model";
import { ASSIGNMENT_KINDS } from "../../reconcile/assignments";
import { compareNames } from "../../reconcile/lists";
import { attributeChanges } from "../changes/attribute-change";
import { changeOf, projectOf } from "../changes/kinds";
import { named } from "../actual-organization";
import type { DesiredProject } from "../organization";
import type { Places } from "./destinations";
import type { IdentifiedOrganization } from "./identity";
import type { RequiredChanges } from "./required-changes";

/* Names of the code that existing projects have, and whose these are. */

/** Names that projects have which are somebody else's, and are not deleted. */
export function takenNames(
  identified: IdentifiedOrganization,
  places: Places,
  changes: RequiredChanges,
): readonly Diagnostic[] {
  const { desired, actual, managed, resolver } = identified;
  const deleted = new Set(changes.deletions.map(({ project }) => project.id));
  const ofUnmanaged = desired.projects.flatMap(({ address, name }): Diagnostic[] => {
    const holder = resolver.withName(name);
    if (holder === undefined || managed.has(holder.id) || deleted.has(holder.id)) return [];
    return [nameTakenByUnmanaged({ address, name, holder: holder.id })];
  });
  const ofOthers = foundByName(identified, places, changes).filter((it) => it.isTaken);
  return [
    ...ofUnmanaged,
    ...ofOthers.map(({ code, holder, changed, leaving }): Diagnostic => {
      const { address, name, adoptExisting, stateId: id, stateSettings } = code;
      return notAdopted({
        address,
        name,
        holder: { ...named(holder), organization: actual.name },
        gone: typeof id === "string" ? { id, name: stateSettings?.name ?? name } : undefined,
        isForbidden: adoptExisting === false,
        changed,
        workspaces: [...leaving].sort(compareNames).map((it) => it.name),
        language: desired.language,
      });
    }),
  ];
}

/** Projects that are as the code has them, and that no state has: perhaps the engine has made them. */
export function notInStateWarnings(
  identified: IdentifiedOrganization,
  places: Places,
  changes: RequiredChanges,
): readonly Diagnostic[] {
  const found = foundByName(identified, places, changes).filter((it) => !it.isTaken && it.code.adoptExisting !== true);
  if (found.length === 0) return [];
  const addresses = found.map(({ code }) => code.address);
  return [warningOf("not-in-state", { addresses, projects: found.map(({ holder }) => named(holder)) })];
}

/** A project that only its name identifies, although there is a state, or the code says that it adopts none. */
interface FoundByName {
  readonly code: DesiredProject;
  readonly holder: Project;
  readonly isTaken: boolean;
  /** What the plan would change: labels of attributes, and of what is assigned to it. */
  readonly changed: readonly string[];
  /** The workspaces that the plan would move out of it. */
  readonly leaving: readonly NamedObject[];
}

function foundByName(
  { desired: { projects }, actual, identity }: IdentifiedOrganization,
  { byWorkspace, routed, setByTfe }: Places,
  { pending, moves, assignments }: RequiredChanges,
): readonly FoundByName[] {
  const found = projects.flatMap((code) => {
    const { address, name, id, stateId, adoptExisting } = code;
    const holder = identity.get(address);
    const isByName = holder !== undefined && id === undefined && stateId !== holder.id && sameName(holder.name, name);
    return isByName && (stateId !== undefined || adoptExisting === false) ? [{ code, holder }] : [];
  });
  if (found.length === 0) return [];
  const updates = new Map(
    pending.map((it) => [projectOf(it).id, changeOf(it)] as const).filter(([, it]) => it !== undefined),
  );
  const assigned = groupBy(assignments.pending, ({ project }) => project.id);
  const moved = groupBy(moves, ({ workspace }) => workspace.projectId);
  const isInCode = (id: string): boolean => byWorkspace.has(id) || routed.has(id) || setByTfe.has(id);
  const withOthers = new Set(actual.workspaces.flatMap(({ id, projectId }) => (isInCode(id) ? [] : [projectId])));
  const unmanaged = assignments.warnings.filter(isWarning("unmanaged-objects")).map(({ data }) => data.projectName);
  return found.map(({ code, holder }) => {
    const update = updates.get(holder.id);
    // What the service does not report is sent again with each apply.
    const reported = update === undefined ? [] : attributeChanges(update).filter(({ from }) => from !== undefined);
    // An interrupted apply has assigned a part to the project that it created, which has nothing else.
    const mayBeUnfinished = !withOthers.has(holder.id) && !unmanaged.includes(code.name);
    const its = (assigned.get(holder.id) ?? []).filter(({ before }) => before !== null || !mayBeUnfinished);
    const changed = new Set([
      ...reported.map(({ attribute }) => attribute),
      ...its.map(({ type }) => ASSIGNMENT_KINDS[type].label),
    ]);
    const leaving = (moved.get(holder.id) ?? []).map(({ workspace }) => named(workspace));
    const mayBeOwn = changed.size + leaving.length === 0;
    const claim = { adoptExisting: code.adoptExisting, hasState: code.stateId !== undefined, mayBeOwn };
    return { code, holder, isTaken: isTaken(claim), changed: [...changed], leaving };
  });
}
