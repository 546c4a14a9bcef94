import { anySignal } from "../../any-signal";
import { Deadline } from "../../api/deadline";
import { nameKey, sameName, type Project } from "../../model";
import { ProjectNameTakenError } from "../../reconcile";
import { Registry, type Holder } from "../../decide";
import type { ResourceKey } from "./resource-key";

/** A planned rename of a project, which makes its current name available. */
export interface Rename {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
}

/** Conditions that end the wait for a rename. */
export interface WaitLimits {
  /** Aborted when Terraform stops the provider. */
  readonly signal: AbortSignal;
  /**
   * The rename counts as failed after this time. Terraform applies every change that it has planned, unless the plan is
   * inconsistent with the first one, which would be a bug.
   */
  readonly deadlineMs: number;
}

/**
 * What a resource takes that is planned before the resource of a project in the state: the name of the project, which
 * the project may give up, or the project itself.
 */
export type Taken = "name" | "project";

/** A rename, from its plan until the plan has failed or the apply has ended. */
class PlannedRename implements Rename {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
  readonly settled: Promise<void>;
  #isPending = true;
  #resolve = (): void => undefined;

  /** @param position - How many renames were planned before. */
  constructor(
    { projectId, from, to }: Rename,
    readonly position: number,
  ) {
    this.projectId = projectId;
    this.from = from;
    this.to = to;
    this.settled = new Promise((resolve) => (this.#resolve = resolve));
  }

  get isPending(): boolean {
    return this.#isPending;
  }

  settle(): void {
    this.#isPending = false;
    this.#resolve();
  }
}

/**
 * The names that projects get and give up in this Terraform walk. Terraform applies independent changes in any order: a
 * change that needs a name waits for the planned rename of the project that has the name. Terraform applies each change
 * that it has planned, so the wait ends.
 */
export class PlannedNames {
  /** The ID of the project that gets a name; undefined until it exists. */
  readonly #reserved = new Registry<string, string | undefined, ResourceKey>();
  /** By the name that becomes available. */
  readonly #renames = new Map<string, PlannedRename>();
  /** How many renames were planned. */
  #planned = 0;
  /** By the ID of a project in the state: how many renames were planned when Terraform began with its resource. */
  readonly #plannedBefore = new Map<string, number>();
  /** By the ID of the project that has the name. */
  readonly #taken = new Registry<string, Taken, ResourceKey>();

  /**
   * Records that a project gets this name, or keeps it. Returns false if another project of the plan gets it, too.
   *
   * @param projectId - Undefined for a project that does not exist yet.
   */
  reserve(resource: ResourceKey, organization: string, name: string, projectId?: string): boolean {
    const key = keyOf(organization, name);
    this.#reserved.take(key, resource, projectId);
    return this.#reserved.owner(key)?.resource === resource;
  }

  /** Records that the new project that gets this name exists. */
  recordCreated(organization: string, { id, name }: Pick<Project, "id" | "name">): void {
    const key = keyOf(organization, name);
    const owner = this.#reserved.owner(key);
    if (owner !== undefined) this.#reserved.take(key, owner.resource, id);
  }

  /** The project that gets this name, or keeps it, according to the plan so far. Undefined if none does. */
  projectNamed(organization: string, name: string): { readonly id: string | undefined } | undefined {
    const owner = this.#reserved.owner(keyOf(organization, name));
    return owner && { id: owner.entry };
  }

  /** Records that a resource takes a project in the state, or its name, before the project's resource is planned. */
  take(projectId: string, resource: ResourceKey, taken: Taken): void {
    this.#taken.take(projectId, resource, taken);
  }

  /** The resource that takes the project or its name, and was planned before the project's own resource. */
  takerOf(projectId: string): Holder<ResourceKey, Taken> | undefined {
    return this.#taken.owner(projectId);
  }

  /** Records that a project is renamed. */
  rename(organization: string, rename: Rename): void {
    if (sameName(rename.from, rename.to)) return;
    const key = keyOf(organization, rename.from);
    this.#renames.get(key)?.settle();
    this.#renames.set(key, new PlannedRename(rename, this.#planned));
    this.#planned += 1;
  }

  /** Records that Terraform begins with the resource of a project in the state, which it then refreshes and plans. */
  begin(projectId: string): void {
    if (!this.#plannedBefore.has(projectId)) this.#plannedBefore.set(projectId, this.#planned);
  }

  /**
   * Whether the rename that makes this name available was planned before Terraform began with the resource that gets
   * the name, as it always is if that one depends on it.
   *
   * @param projectId - The project of that resource. @default that of a new one, which begins with its plan
   */
  isRenamedBefore(organization: string, name: string, projectId?: string): boolean {
    const rename = this.#renames.get(keyOf(organization, name));
    const begun = projectId === undefined ? undefined : this.#plannedBefore.get(projectId);
    return rename !== undefined && rename.position < (begun ?? Infinity);
  }

  /** The rename, planned so far, that makes this name available. */
  renameFrom(organization: string, name: string): Rename | undefined {
    return this.#renames.get(keyOf(organization, name));
  }

  /** The rename, planned so far, of a project as the service has it. */
  renameOf({ id, name, organization }: Project): Rename | undefined {
    const rename = this.renameFrom(organization, name);
    return rename?.projectId === id ? rename : undefined;
  }

  /** Whether renames planned so far pass this name on in a cycle, in which none can be the first. */
  isCycle(organization: string, name: string): boolean {
    for (let next = this.renameFrom(organization, name); next; next = this.renameFrom(organization, next.to)) {
      if (sameName(next.to, name)) return true;
    }
    return false;
  }

  /** Plans a change of a project, which may rename it. */
  async planning<T>(projectId: string, plan: () => Promise<T>): Promise<T> {
    try {
      return await plan();
    } catch (error) {
      this.#settle(projectId);
      throw error;
    }
  }

  /** Applies a change of a project, which may rename it. */
  async applying<T>(projectId: string, change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } finally {
      this.#settle(projectId);
    }
  }

  /**
   * Applies a change that gives this name to a project. If another project has the name, and its rename is planned,
   * waits until the rename has succeeded or failed.
   *
   * @param isStillTaken - Reads again whether this project has the name. If Terraform begins with the rename and with
   *   this change at the same time, the rename is planned before the read ends.
   */
  async whenAvailable<T>(
    { organization, name, ...limits }: WaitLimits & { readonly organization: string; readonly name: string },
    change: () => Promise<T>,
    isStillTaken: (by: Project) => Promise<boolean>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const rename = this.#pending(organization, name);
      if (rename !== undefined) await untilSettled(rename, limits);
      try {
        return await change();
      } catch (error) {
        if (!(error instanceof ProjectNameTakenError)) throw error;
        const isFree = attempt === 1 && !(await isStillTaken(error.project));
        if (!isFree && this.#pending(organization, name) === undefined) throw error;
      }
    }
  }

  #pending(organization: string, name: string): PlannedRename | undefined {
    const rename = this.#renames.get(keyOf(organization, name));
    return rename?.isPending === true ? rename : undefined;
  }

  #settle(projectId: string): void {
    for (const rename of this.#renames.values()) if (rename.projectId === projectId) rename.settle();
  }
}

async function untilSettled(rename: PlannedRename, { signal, deadlineMs }: WaitLimits): Promise<void> {
  signal.throwIfAborted();
  const deadline = new Deadline(deadlineMs);
  const end = anySignal([signal, deadline.signal]);
  const ended = new Promise<void>((resolve) => end.addEventListener("abort", () => resolve(), { once: true }));
  try {
    await Promise.race([rename.settled, ended]);
  } finally {
    deadline.clear();
  }
  signal.throwIfAborted();
  rename.settle();
}

function keyOf(organization: string, name: string): string {
  return `${nameKey(organization)}/${nameKey(name)}`;
}
