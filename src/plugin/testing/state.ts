import type { ObjectValue, Value } from "../value/value";

/** An object as the state has it. */
export interface StoredObject {
  readonly type: string;
  readonly values: ObjectValue;
  /** The provider's own, which nobody else reads. */
  readonly private: Uint8Array;
  /** Addresses of all that it depended on when it was last applied. */
  readonly dependencies: readonly string[];
  /** Whether its creation failed half-way: it is replaced by the next apply. */
  readonly isTainted: boolean;
  readonly schemaVersion: number;
}

/** What Terraform remembers: address → object. Data sources are read anew each time, and are not in it. */
export type State = ReadonlyMap<string, StoredObject>;

/** Values as Terraform stores them: JSON, with numbers to the last digit. */
export function storedJson(value: Value): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "symbol") throw new Error("A state cannot hold unknown values.");
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(storedJson).join(",")}]`;
  return `{${Object.entries(value)
    .map(([name, part]) => `${JSON.stringify(name)}:${storedJson(part)}`)
    .join(",")}}`;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
