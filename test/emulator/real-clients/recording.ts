/**
 * What a client of the real service is known to say, written down from its source in our own words: HashiCorp's Go
 * client and its Terraform provider cannot be built where these tests run, so a test says it in their place.
 *
 * In all texts, `{name}` stands for a value: `{acme}` is the organization's default project, `{token}` the emulator's
 * token, others are kept by a step.
 */
export interface Recording {
  /** Which operation of the client this is, such as `create, read and delete tfe_project`. */
  readonly title: string;
  readonly source: Source;
  /** The client insists on what only full documents carry; otherwise it must get along with both kinds. */
  readonly documents?: "full";
  readonly steps: readonly Step[];
  /** What is then in the world: matched with organization `acme` of the emulator's state. */
  readonly stateAfter?: object;
}

export interface Source {
  readonly repository: string;
  /** Tag or commit. */
  readonly version: string;
  readonly files: readonly string[];
}

export interface Step {
  /** What the client is about. */
  readonly title: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** From the origin on, encoded as on the wire. */
  readonly path: string;
  /** Absent: no body. */
  readonly body?: unknown;
  /** In place of what the client sends with every request of the interface. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** Members of the answer that the client reads, or matches errors by. */
  readonly expects?: object;
  /** Members that the client takes for something else when they are there, as paths. */
  readonly absent?: readonly string[];
  /** Header fields that the client reads. */
  readonly expectsHeaders?: Readonly<Record<string, string>>;
  /** Values to be kept, by the name they get, as paths in the answer. */
  readonly captures?: Readonly<Record<string, string>>;
}

/** Version 1 of the Go client, the one that integration tests against the real service accompany. */
export const goTfe = (...files: readonly string[]): Source => ({
  repository: "hashicorp/go-tfe",
  version: "v1.109.0",
  files,
});

/** The Terraform provider, after v0.80.0; it uses versions 1 and 2 of the Go client side by side. */
export const provider = (...files: readonly string[]): Source => ({
  repository: "hashicorp/terraform-provider-tfe",
  version: "62d27c75",
  files: files.map((file) => `internal/provider/${file}`),
});

/** A document of one resource. */
export function document(type: string, attributes: object, relationships?: object, id?: string): object {
  return {
    data: {
      type,
      ...(id === undefined ? {} : { id }),
      attributes,
      ...(relationships === undefined ? {} : { relationships }),
    },
  };
}

/** Tag bindings as clients send them; an empty value is left out by version 1 of the Go client. */
export function tags(given: Readonly<Record<string, string | undefined>>): { readonly data: readonly object[] } {
  return {
    data: Object.entries(given).map(([key, value]) => ({
      type: "tag-bindings",
      attributes: value === undefined ? { key } : { key, value },
    })),
  };
}

/** A relationship to one resource. */
export function to(type: string, id: string): { readonly data: object } {
  return { data: { type, id } };
}
