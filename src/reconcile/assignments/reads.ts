import { NotFoundError, type CallOptions, type Client } from "../../api";
import type { PolicySet, Team, TeamProjectAccess, VariableSet } from "../../model";
import { CoalescedRead } from "../coalesced-read";
import { allOf } from "../lists";

/**
 * What is assigned to projects, and what can be: each list is read once, kept for the life of the process, and updated
 * by own writes.
 */
export class AssignmentReads {
  readonly teams: KeptRead<readonly Team[]>;
  readonly variableSets: KeptRead<readonly VariableSet[]>;
  readonly policySets: KeptRead<readonly PolicySet[]>;
  /** The access of all teams to a project. */
  readonly teamAccess: (projectId: string) => KeptRead<readonly TeamProjectAccess[]>;
  /** The variable sets that apply to a project, also the global ones. */
  readonly variableSetsOf: (projectId: string) => KeptRead<readonly VariableSet[]>;
  /** A set as it is now; undefined if the token finds none. */
  readonly variableSet: (id: string) => CoalescedRead<VariableSet | undefined>;
  readonly policySet: (id: string) => CoalescedRead<PolicySet | undefined>;

  constructor(client: Client, organization: string) {
    this.teams = new KeptRead((options) => allOf(client.teams.list(organization, options)));
    this.variableSets = new KeptRead((options) => allOf(client.variableSets.list(organization, options)));
    // Nothing else would show that an empty list of policy sets is wrong.
    const policySets = (options?: CallOptions) => allOf(client.policySets.list(organization, options));
    this.policySets = new KeptRead(async (options) => {
      const first = await policySets(options);
      return first.length === 0 ? policySets(options) : first;
    });
    this.teamAccess = byKey((id) => new KeptRead((options) => allOf(client.teamProjects.list(id, options))));
    this.variableSetsOf = byKey(
      (id) => new KeptRead((options) => allOf(client.variableSets.listForProject(id, options))),
    );
    this.variableSet = byKey((id) => new CoalescedRead(() => orUndefined(client.variableSets.get(id))));
    this.policySet = byKey((id) => new CoalescedRead(() => orUndefined(client.policySets.get(id))));
  }
}

/** A read whose result is kept; a failed one is repeated by the next caller. */
class KeptRead<T> {
  readonly #read: (options: CallOptions | undefined) => Promise<T>;
  #kept: Promise<T> | undefined;

  constructor(read: (options: CallOptions | undefined) => Promise<T>) {
    this.#read = read;
  }

  get(options?: CallOptions): Promise<T> {
    return this.#kept ?? this.#keep(this.#read(options));
  }

  /** The result, if it was read: sends no request. */
  async peek(): Promise<T | undefined> {
    return this.#kept?.catch(() => undefined);
  }

  /** Records an own write, if there is a result. */
  update(change: (kept: T) => T): void {
    if (this.#kept !== undefined) void this.#keep(this.#kept.then(change));
  }

  /** The next caller reads again. */
  forget(): void {
    this.#kept = undefined;
  }

  #keep(kept: Promise<T>): Promise<T> {
    this.#kept = kept;
    kept.catch(() => {
      if (this.#kept === kept) this.#kept = undefined;
    });
    return kept;
  }
}

async function orUndefined<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

function byKey<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
}
