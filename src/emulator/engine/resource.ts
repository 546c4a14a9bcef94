/** A JSON:API resource. */
export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, unknown>>;
  readonly links?: Readonly<Record<string, string>>;
}

/** A resource's type and identifier. */
export interface Identifier {
  readonly id: string;
  readonly type: string;
}
