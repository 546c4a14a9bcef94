import type { ObjectValue, Value } from "../../src/plugin/value/value";

/** An object in the state. */
export interface StoredObject {
  readonly type: string;
  readonly values: ObjectValue;
  /** Private data of the provider. */
  readonly private: Uint8Array;
  /** Addresses of its dependencies when it was last applied. */
  readonly dependencies: readonly string[];
  /** Whether its creation failed. The next apply replaces it. */
  readonly isTainted: boolean;
  readonly schemaVersion: number;
  /** Null without one: if the resource has none, or the options do not store identities. */
  readonly identity?: ObjectValue | null | undefined;
  /** Address of the provider that stored it. @default the provider under test */
  readonly provider?: string | undefined;
}

/** Address → object, without data sources, which are read every time. */
export type State = ReadonlyMap<string, StoredObject>;

/** Values as JSON, with all digits of numbers. */
export function storedJson(value: Value): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "symbol") throw new Error("A state cannot contain unknown values.");
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(storedJson).join(",")}]`;
  return `{${Object.entries(value)
    .map(([name, part]) => `${JSON.stringify(name)}:${storedJson(part)}`)
    .join(",")}}`;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
