/** A point in time that an answer must name, in milliseconds since 1970. */
export class Instant {
  constructor(
    readonly time: number,
    /** `ms`: with milliseconds and `Z`; `offset`: in seconds with an offset. */
    readonly form: "ms" | "offset",
  ) {}
}

/** A text of the emulator's own. */
export class AnyString {
  constructor(readonly least = 1) {}
}

/** Any integer of at least this value. */
export class AnyInteger {
  constructor(readonly least = 0) {}
}

/** An address: its path, and its query whatever the order and the encoding. */
export class Address {
  constructor(
    readonly path: string,
    readonly query: Readonly<Record<string, string>>,
  ) {}
}

/** An object that has at least these members. */
export class ObjectWith {
  constructor(readonly members: Readonly<Record<string, unknown>>) {}
}

interface ExpectedError {
  readonly title: string;
  readonly pointer?: string;
  /** The identifiers that the detail must name, and no others. */
  readonly names?: readonly string[];
}

/** What the model says a request is answered with. */
export interface ExpectedResponse {
  readonly status: number;
  readonly errors?: readonly ExpectedError[];
  /** The whole document; JSON but for the classes above. Undefined: no content. */
  readonly document?: unknown;
}

export const ok = (data: unknown, more: object = {}): ExpectedResponse => ({
  status: 200,
  document: { data, ...more },
});
export const created = (data: unknown): ExpectedResponse => ({ status: 201, document: { data } });
export const noContent: ExpectedResponse = { status: 204 };

/** An error document with the documented title. */
export const failure = (status: number, title: string): ExpectedResponse => ({ status, errors: [{ title }] });
export const unauthorized = failure(401, "unauthorized");
export const notFound = failure(404, "not found");
export const badRequest = failure(400, "bad request");
export const wrongContentType = failure(415, "invalid content type");
export const conflict = failure(409, "conflict");

/** One error for each attribute that breaks a rule. */
export function invalid(pointers: readonly string[]): ExpectedResponse {
  return { status: 422, errors: pointers.map((pointer) => ({ title: "invalid attribute", pointer })) };
}
