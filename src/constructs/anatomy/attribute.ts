import { ComplexList, Fn, StringMap } from "cdktf";
import type { IInterpolatingParent, IResolvable } from "cdktf";

/** A Terraform type in the notation of Terraform's own schemas: `"string"`, `["list", "string"]`, `["object", {…}]`. */
export type TerraformType =
  | "string"
  | "number"
  | "bool"
  | readonly ["list" | "set" | "map", TerraformType]
  | readonly ["object", Readonly<Record<string, TerraformType>>];

/** What has attributes to refer to: a resource, a data source, or an object inside one of them. */
export interface AttributeOwner extends IInterpolatingParent {
  getStringAttribute(terraformName: string): string;
  getNumberAttribute(terraformName: string): number;
  getBooleanAttribute(terraformName: string): IResolvable;
  getListAttribute(terraformName: string): string[];
}

/** What code may give for an attribute, and how it refers to the attribute's value. */
export interface Attribute<Value = unknown> {
  readonly type: TerraformType;
  /** A reference to the value, which Terraform fills in when it runs. */
  refer(owner: AttributeOwner, terraformName: string): Value;
}

/** The attributes of a class by their name in code (`autoDestroyActivityDuration`). */
export type Attributes = Readonly<Record<string, Attribute>>;

/** The name in Terraform of an attribute: `autoDestroyActivityDuration` → `auto_destroy_activity_duration`. */
export function terraformName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const text: Attribute<string> = {
  type: "string",
  refer: (owner, name) => owner.getStringAttribute(name),
};

export const wholeNumber: Attribute<number> = {
  type: "number",
  refer: (owner, name) => owner.getNumberAttribute(name),
};

export const flag: Attribute<IResolvable> = {
  type: "bool",
  refer: (owner, name) => owner.getBooleanAttribute(name),
};

export const textList: Attribute<string[]> = {
  type: ["list", "string"],
  refer: (owner, name) => owner.getListAttribute(name),
};

/** Terraform does not index sets: what refers to one refers to it as a list. */
export const textSet: Attribute<string[]> = {
  type: ["set", "string"],
  refer: (owner, name) => Fn.tolist(owner.getListAttribute(name)),
};

export const textMap: Attribute<StringMap> = {
  type: ["map", "string"],
  refer: (owner, name) => new StringMap(owner, name),
};

/** A class of objects inside a computed attribute; see `objectClass`. */
export interface ObjectClass<Instance> {
  readonly objectType: TerraformType;
  new (owner: IInterpolatingParent, terraformName: string, isFromSet: boolean, index?: number): Instance;
}

export function object<Instance>(itemClass: ObjectClass<Instance>): Attribute<Instance> {
  return {
    type: itemClass.objectType,
    refer: (owner, name) => new itemClass(owner, name, false),
  };
}

export function objectList<Instance>(itemClass: ObjectClass<Instance>): Attribute<ObjectList<Instance>> {
  return {
    type: ["list", itemClass.objectType],
    refer: (owner, name) => new ObjectList(owner, name, itemClass),
  };
}

/** A computed list of objects. */
export class ObjectList<Item> extends ComplexList {
  constructor(
    owner: IInterpolatingParent,
    terraformName: string,
    private readonly itemClass: ObjectClass<Item>,
  ) {
    super(owner, terraformName, false);
  }

  /** A reference to the object at an index, from 0. Terraform reports an index beyond the end when it runs. */
  get(index: number): Item {
    return new this.itemClass(this.terraformResource, this.terraformAttribute, false, index);
  }
}
