import { randomUUID } from "node:crypto";
import { isRecord } from "../value/shape";
import type { ObjectValue } from "../value/value";

/**
 * The objects whose changes were planned. Terraform plans a replacement twice: as a change of the old object, and then as
 * a new one, with the private data that the first plan gave and without the object itself.
 */
export class PlannedObjects {
  readonly #launch = randomUUID();
  readonly #objects: ObjectValue[] = [];

  /** Private data by which the object is found again, in this process. */
  add(object: ObjectValue): unknown {
    return { launch: this.#launch, object: this.#objects.push(object) - 1 };
  }

  /** The object, the same value, that was kept under this private data; null when it stands for none. */
  find(kept: unknown): ObjectValue | null {
    if (!isRecord(kept) || kept["launch"] !== this.#launch) return null;
    return this.#objects[Number(kept["object"])] ?? null;
  }
}
