import type { Emulator } from "../../src/emulator";

/** A JSON:API resource, with the members that tests read. */
export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<
    Record<string, { readonly data: unknown; readonly links?: { readonly related: string } }>
  >;
  readonly links: Readonly<Record<string, string>>;
}

export interface ErrorObject {
  readonly status: string | number;
  readonly title: string;
  readonly detail?: string;
  readonly source?: { readonly pointer: string };
}

interface Document {
  readonly data?: unknown;
  readonly errors?: readonly ErrorObject[];
  readonly included?: readonly Resource[];
  readonly links?: Readonly<Record<string, string | null>>;
  readonly meta?: {
    readonly pagination: Readonly<Record<string, number | null>>;
    readonly "status-counts"?: { readonly total: number; readonly matching: number };
  };
}

/** A response with its body. */
export class HttpResponse {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly text: string,
  ) {}

  get document(): Document {
    return JSON.parse(this.text) as Document;
  }

  /** The resource of the document. */
  get data(): Resource {
    return this.document.data as Resource;
  }

  /** The resources of a list. */
  get list(): readonly Resource[] {
    return this.document.data as readonly Resource[];
  }

  get names(): readonly unknown[] {
    return this.list.map((resource) => resource.attributes["name"]);
  }

  get errors(): readonly ErrorObject[] {
    return this.document.errors ?? [];
  }

  /** The pointers of all errors. */
  get pointers(): readonly (string | undefined)[] {
    return this.errors.map((error) => error.source?.pointer);
  }
}

/** A plain HTTP client of the emulator; paths are relative to `/api/v2`. */
export class HttpClient {
  constructor(
    private readonly emulator: Pick<Emulator, "address" | "token">,
    private readonly token = emulator.token,
  ) {}

  get(path: string, query: Readonly<Record<string, string>> = {}): Promise<HttpResponse> {
    const parameters = new URLSearchParams(query).toString();
    return this.send("GET", parameters === "" ? path : `${path}?${parameters}`);
  }

  post(path: string, body?: unknown): Promise<HttpResponse> {
    return this.send("POST", path, body);
  }

  patch(path: string, body: unknown): Promise<HttpResponse> {
    return this.send("PATCH", path, body);
  }

  delete(path: string): Promise<HttpResponse> {
    return this.send("DELETE", path);
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HttpResponse> {
    const response = await fetch(`${this.emulator.address}/api/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(method === "GET" ? {} : { "content-type": "application/vnd.api+json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return new HttpResponse(response.status, response.headers, await response.text());
  }
}

/** A request document with attributes and relationships. */
export function resource(type: string, attributes: object, relationships?: object): object {
  return { data: { type, attributes, ...(relationships === undefined ? {} : { relationships }) } };
}

export function identifiers(type: string, ids: readonly string[]): object {
  return { data: ids.map((id) => ({ type, id })) };
}
