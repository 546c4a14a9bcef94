import type { EffectiveTag } from "../api";
import { isReadByItself, tagsOfWorkspace, type KeyCounts, type TagReference } from "../model";
import type { Workspace, WorkspaceTags } from "../model";

/** How many workspaces of an organization have their tags read by themselves, in the life of a process. */
const MAX_SINGLE_READS = 100;

/** The requests for tags that lists of workspaces do not include. */
export interface TagSource {
  /** The tags of a workspace, own and inherited; undefined for a 404. */
  readonly effectiveTags: (id: string) => Promise<readonly EffectiveTag[] | undefined>;
  /** Whether a workspace exists. */
  readonly exists: (id: string) => Promise<boolean>;
  /** How many workspaces have a tag with this key; undefined if the service rejects the filter. */
  readonly countTagged: (key: string) => Promise<number | undefined>;
  /** How many workspaces there are; undefined if unknown. */
  readonly total: () => number | undefined;
}

/** A read of the tags of a workspace; `gone` if the workspace no longer exists. */
type SingleRead = readonly EffectiveTag[] | "link-not-found" | "gone";

/** The own tags of workspaces, where lists do not include all of them. */
export class WorkspaceTagReads {
  readonly #source: TagSource;
  readonly #references = new Map<string, TagReference>();
  readonly #reads = new Map<string, Promise<SingleRead>>();
  readonly #counts = new Map<string, Promise<number | undefined>>();
  #areReported = false;

  constructor(source: TagSource) {
    this.#source = source;
  }

  /** Records how a list refers to the tags of a workspace; undefined if it includes them. */
  recordListed(id: string, reference: TagReference | undefined): void {
    if (reference === undefined) this.#references.delete(id);
    else this.#references.set(id, reference);
    if (reference !== "absent") this.#areReported = true;
  }

  /**
   * The workspaces of lists that include tags where possible, each with its own tags, or with the reason why they are
   * unknown: see {@link tagsOfWorkspace}. Those that turn out to have been deleted are left out.
   *
   * @param keys - The keys in question; tags with other keys may be missing.
   */
  async withTags(workspaces: readonly Workspace[], keys: readonly string[]): Promise<readonly Workspace[]> {
    const reads = await this.#readLinked(workspaces);
    const present = workspaces.filter(({ id }) => reads.get(id) !== "gone");
    const isAnyAbsent = present.some(({ id }) => this.#references.get(id) === "absent");
    const counts = isAnyAbsent && !this.#areReported ? await this.#count(keys) : undefined;
    // The counts come with a workspace, which may be the first whose tags a list refers to.
    if (counts !== undefined && this.#areReported) return this.withTags(present, keys);
    const evidence = { references: this.#references, read: ownTags(reads), areReported: this.#areReported, counts };
    return present.map((workspace) => ({ ...workspace, ...tagsOfWorkspace(workspace, evidence) }));
  }

  /** All reads of tags so far, and those of the workspaces that require one, unless they are too many. */
  async #readLinked(workspaces: readonly Workspace[]): Promise<ReadonlyMap<string, SingleRead>> {
    const linked = workspaces.filter((it) => isReadByItself(it, this.#references)).map(({ id }) => id);
    const isAllowed = new Set([...this.#reads.keys(), ...linked]).size <= MAX_SINGLE_READS;
    for (const id of isAllowed ? linked : []) void remember(this.#reads, id, () => this.#read(id));
    return new Map(await Promise.all([...this.#reads].map(async ([id, read]) => [id, await read] as const)));
  }

  async #read(id: string): Promise<SingleRead> {
    const tags = await this.#source.effectiveTags(id);
    return tags ?? ((await this.#source.exists(id)) ? "link-not-found" : "gone");
  }

  async #count(keys: readonly string[]): Promise<KeyCounts> {
    const counting = keys.map((key) => remember(this.#counts, key, () => this.#source.countTagged(key)));
    return { tagged: await Promise.all(counting), total: this.#source.total() };
  }
}

/** Starts a read unless it was started before. One that fails is forgotten. */
function remember<T>(reads: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const known = reads.get(key);
  if (known !== undefined) return known;
  const started = read();
  reads.set(key, started);
  started.catch(() => reads.delete(key));
  return started;
}

/**
 * The own tags of workspaces that were read one by one. A tag that several workspaces share must be inherited; if it
 * has no origin, the service does not distinguish own tags from inherited ones.
 */
function ownTags(reads: ReadonlyMap<string, SingleRead>): ReadonlyMap<string, WorkspaceTags> {
  const holders = new Map<string, number>();
  for (const read of reads.values()) {
    if (typeof read === "string") continue;
    for (const { id, isInherited } of read) if (!isInherited) holders.set(id, (holders.get(id) ?? 0) + 1);
  }
  const tagsOf = (read: SingleRead): WorkspaceTags => {
    if (typeof read === "string") return { tags: undefined, unknownTags: "link-not-found" };
    const own = read.filter(({ isInherited }) => !isInherited);
    if (own.some(({ id }) => holders.get(id) !== 1)) return { tags: undefined, unknownTags: "indistinct" };
    return { tags: own.map(({ key, value }) => ({ key, value })) };
  };
  return new Map([...reads].map(([id, read]) => [id, tagsOf(read)]));
}
