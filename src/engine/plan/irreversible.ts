import { attributeOf } from "../../model";
import type { NamedObject } from "../organization";
import type { Action } from "./action";
import { sentUnreported } from "./pending-actions";

/** What of a plan no later plan can take back. */
export interface Irreversible {
  /** Projects that are deleted: a new one has another ID, and neither the access nor the sets of the old one. */
  readonly deleted: readonly NamedObject[];
  /** Attributes of projects whose values before are not known. */
  readonly unknown: readonly (NamedObject & { readonly attributes: readonly string[] })[];
}

/** What of these actions cannot be taken back, in their order. */
export function irreversibleOf(actions: readonly Action[]): Irreversible {
  return {
    deleted: actions.flatMap((it) => (it.kind === "delete" ? [{ id: it.projectId, name: it.before.name }] : [])),
    unknown: actions.flatMap((it) => {
      const attributes = it.kind === "update" ? sentUnreported(it).map((name) => attributeOf(name)) : [];
      return it.kind === "update" && attributes.length > 0
        ? [{ id: it.projectId, name: it.before.name, attributes }]
        : [];
    }),
  };
}
