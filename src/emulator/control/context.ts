import { firstLines } from "../../model";
import type { AttributeProblem } from "../errors";
import { ControlError, HttpError } from "../errors";
import type { ChangeOf, Kind, Scope } from "../engine/kind";
import { problemsWith } from "../engine/rules";
import type { TableStore } from "../engine/store";
import type { BaseRecord } from "../engine/table";
import { inSentence } from "../engine/words";
import { create, remove, update } from "../engine/write";
import type { FaultControl } from "../http/faults";
import type { RateLimit } from "../http/rate-limit";
import type { RequestLog } from "../http/request-log";
import type { OrganizationRecord } from "../kinds/organization";
import { organizations } from "../kinds/organization";

/** What out-of-band operations work on. */
export class ControlContext {
  constructor(
    readonly store: TableStore,
    readonly requests: RequestLog,
    readonly faults: FaultControl,
    readonly rateLimit: RateLimit,
    /** Makes all changes durable. @throws StorageError when the state file cannot be written. */
    readonly commit: () => void,
    /** Makes pending changes durable before they are read, so that nothing is shown that could still be lost. */
    readonly flush: () => void,
    readonly fireTimers: () => void,
  ) {}

  /** @throws ControlError when there is none */
  organization(name: string): OrganizationRecord {
    return this.find(organizations, name);
  }

  /** The object of a kind with this ID, as documents have it. @throws ControlError when there is none */
  find<R extends BaseRecord>(kind: Kind<R>, id: string): R {
    const { store } = this;
    const found = kind.find === undefined ? store.table(kind).get(id) : kind.find(store, id, undefined);
    if (found === undefined) throw new ControlError(`The emulator has no ${inSentence(kind.label)} ${id}.`);
    return found;
  }

  /** The same. @throws ControlError also when it is of another organization */
  findIn<R extends BaseRecord>(organizationId: string, kind: Kind<R>, id: string): R {
    const found = this.find(kind, id);
    if (this.store.placeOf(kind, found).organizationId === organizationId) return found;
    throw new ControlError(`${kind.label} ${id} is of another organization.`);
  }

  /** Creates an object by the service's rules. @throws ControlError that names the operation and all problems */
  create<R extends BaseRecord>(
    operation: string,
    kind: Kind<R>,
    change: ChangeOf<R>,
    scope: Omit<Scope<R>, "before">,
  ): R {
    rejectInvalid(operation, problemsWith(this.store, kind, change, { ...scope, before: undefined }));
    return create(this.store, kind, change);
  }

  /** Changes an object by the service's rules. @throws ControlError that names the operation and all problems */
  update<R extends BaseRecord>(operation: string, kind: Kind<R>, before: R, change: ChangeOf<R>): R {
    const { organizationId } = this.store.placeOf(kind, before);
    const parent = this.store.parentOf(kind, before)?.record;
    rejectInvalid(operation, problemsWith(this.store, kind, change, { organizationId, parent, before }));
    return update(this.store, kind, before, change);
  }

  /** Deletes an object. @throws ControlError when the service would refuse that */
  remove<R extends BaseRecord>(kind: Kind<R>, record: R): void {
    try {
      kind.refuseDelete?.({ store: this.store }, record);
    } catch (error) {
      throw error instanceof HttpError ? new ControlError(error.errors[0]?.detail ?? error.message) : error;
    }
    remove(this.store, kind, record);
  }
}

/** @throws ControlError that names the operation and all problems, when there are any. */
export function rejectInvalid(operation: string, problems: readonly AttributeProblem[]): void {
  if (problems.length === 0) return;
  // Some of the service's details end with a period.
  throw new ControlError(
    `${operation}: ${firstLines(problems.map(({ detail }) => detail.replace(/\.$/, ""))).join("; ")}.`,
  );
}
