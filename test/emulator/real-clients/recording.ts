import type { Id, Statement } from "../../fidelity";

/**
 * The requests of a client of the service, transcribed from its source: HashiCorp's Go client and Terraform provider
 * cannot be built where these tests run, so a test sends their requests.
 *
 * In all texts, `{name}` is a variable: `{acme}` is the organization's default project, `{token}` the emulator's token,
 * and steps set others.
 */
export interface Recording {
  /** The operation of the client, such as `create, read and delete tfe_project`. */
  readonly title: string;
  /** The behaviors of the service that it shows: see test/fidelity/shows.ts. */
  readonly shows: Id | Statement | readonly Statement[];
  readonly source: Source;
  /** The client requires full documents; otherwise, it must work with both kinds. */
  readonly documents?: "full";
  readonly steps: readonly Step[];
  /** The state afterwards: matched with organization `acme` of the emulator's state. */
  readonly stateAfter?: object;
}

export interface Source {
  readonly repository: string;
  /** Tag or commit. */
  readonly version: string;
  readonly files: readonly string[];
}

export interface Step {
  /** The purpose of the request. */
  readonly title: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** From the origin on, encoded as on the wire. */
  readonly path: string;
  /** Absent: no body. */
  readonly body?: unknown;
  /** Instead of the headers that the client sends with every request to the API. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** Members of the response that the client reads, or matches errors by. */
  readonly expects?: object;
  /** Paths of members that the client would misinterpret. */
  readonly absent?: readonly string[];
  /** Headers that the client reads. */
  readonly expectsHeaders?: Readonly<Record<string, string>>;
  /** Values for later requests, by name, as paths in the response. */
  readonly captures?: Readonly<Record<string, string>>;
}

/** Version 1 of the Go client, which has integration tests against the service. */
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
