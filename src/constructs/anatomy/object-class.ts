import { ComplexObject } from "cdktf";
import type { Attributes, ObjectClass } from "./attribute";
import { defineOutputs, terraformTypes } from "./members";
import type { OutputAttributes } from "./members";

/** Writes the anatomy of a class of objects inside computed attributes; as `resourceClass`. */
export function objectClass<Outputs>(outputs: OutputAttributes<Outputs>): ObjectClass<ComplexObject & Outputs>;
export function objectClass(outputs: Attributes): ObjectClass<ComplexObject> {
  class ObjectInAttribute extends ComplexObject {
    static readonly objectType = ["object", terraformTypes(outputs)] as const;
  }
  defineOutputs(ObjectInAttribute.prototype, outputs);
  return ObjectInAttribute;
}
