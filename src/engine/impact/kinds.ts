import { agentPools } from "./agent-pools";
import type { ImpactKind, KindImpact } from "./kind";
import { notifications } from "./notifications";
import { policySets } from "./policy-sets";
import { runTasks } from "./run-tasks";
import { runs } from "./runs";
import { tags } from "./tags";
import { teamAccess } from "./team-access";
import { variableSets } from "./variable-sets";
import { vcsConnections } from "./vcs-connections";
import { workloadIdentity } from "./workload-identity";

/**
 * What `--impact` reads and compares, in the order of reports: a further kind is an entry here. The documentation has
 * this as a table, and JSON has a member for each.
 */
const IMPACT_KINDS = {
  workloadIdentity,
  teamAccess,
  variableSets,
  policySets,
  tags,
  runTasks,
  notifications,
  agentPools,
  vcsConnections,
  runs,
} as const satisfies Readonly<Record<string, ImpactKind<unknown>>>;

/** A kind of what `--impact` reads, such as `teamAccess`. */
export type ImpactKindName = keyof typeof IMPACT_KINDS;

// The keys of the table are the names; the compiler cannot follow Object.keys.
export const IMPACT_KIND_NAMES = Object.keys(IMPACT_KINDS) as readonly ImpactKindName[];

/** What was read of a kind. */
export type ReadOf<K extends ImpactKindName> = Awaited<ReturnType<(typeof IMPACT_KINDS)[K]["read"]>>;

/** What was read for the impact of a plan. */
export type RelatedObjects = { readonly [K in ImpactKindName]: ReadOf<K> };

/** A kind whose reads fit a name that is not known to the compiler. */
export function kindOf<K extends ImpactKindName>(name: K): ImpactKind<ReadOf<K>> {
  return IMPACT_KINDS[name] as unknown as ImpactKind<ReadOf<K>>;
}

/** What a move changes, by kind: undefined for what could not be read. */
export type RelatedImpact = Readonly<Record<ImpactKindName, KindImpact | undefined>>;
