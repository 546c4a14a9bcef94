import document from "./service-document.json";

/** What the service's document says of an attribute. Its type is written as in the file, without `?`. */
export interface AttributeFacts {
  /** `a.b` is the member `b` of the object `a`. */
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly required: boolean;
  /** Where the attribute is: `hcpt`, `tfe` or `public-beta`; empty for everywhere. */
  readonly only: readonly string[];
}

/** What the document says of a relationship. */
interface RelationshipFacts {
  readonly kind: "one" | "many" | "link";
  readonly nullable: boolean;
  /** Types of related resources. */
  readonly types: readonly string[];
  /** As with an attribute. */
  readonly only: readonly string[];
}

/** A resource type. */
export interface TypeFacts {
  /** Undefined where the document does not say which attributes there are. */
  readonly attributes: ReadonlyMap<string, AttributeFacts> | undefined;
  readonly relationships: ReadonlyMap<string, RelationshipFacts>;
}

/** An operation, such as `GET /projects/:project_id`. */
export interface OperationFacts {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Types of the query parameters by name. */
  readonly query: ReadonlyMap<string, string>;
  /** The type in the request; a name in {@link SERVICE_TYPES} if it is a resource. */
  readonly request: string | undefined;
  /** The types in the responses by status; empty without a document. */
  readonly responses: ReadonlyMap<number, string>;
}

function attributeFacts([name, text]: [string, string]): [string, AttributeFacts] {
  const [type = "", ...words] = text.split(" ");
  const facts = {
    name,
    type: type.replace(/\?$/, ""),
    nullable: type.endsWith("?"),
    readOnly: words.includes("ro"),
    writeOnly: words.includes("wo"),
    required: words.includes("required"),
    only: onlyIn(words),
  };
  return [name, facts];
}

/** The places in `only(hcpt|tfe)`. */
function onlyIn(words: readonly string[]): readonly string[] {
  const only = words.find((word) => word.startsWith("only("));
  return only?.slice("only(".length, -1).split("|") ?? [];
}

function relationshipFacts([name, text]: [string, string]): [string, RelationshipFacts] {
  const [kind = "", ...words] = text.split(" ");
  const types = words.find((word) => !word.startsWith("only("));
  const bare = kind.replace("?", "");
  if (bare !== "one" && bare !== "many" && bare !== "link") throw new Error(`${name}: ${text}`);
  return [name, { kind: bare, nullable: kind.endsWith("?"), types: types?.split("|") ?? [], only: onlyIn(words) }];
}

function typeFacts(given: {
  readonly attributes: string | Readonly<Record<string, string>>;
  readonly relationships?: Readonly<Record<string, string>>;
}): TypeFacts {
  return {
    attributes:
      typeof given.attributes === "string" ? undefined : new Map(Object.entries(given.attributes).map(attributeFacts)),
    relationships: new Map(Object.entries(given.relationships ?? {}).map(relationshipFacts)),
  };
}

function operationFacts([name, text]: [string, string]): OperationFacts {
  const [method = "", path = ""] = name.split(" ");
  const [input = "", output = ""] = text.split("->");
  const words = input.trim().split(" ");
  const query = words
    .filter((word) => word.startsWith("?"))
    .map((word): [string, string] => {
      const colon = word.indexOf(":", word.lastIndexOf("]", word.indexOf(":")) + 1);
      return [word.slice(1, colon), word.slice(colon + 1)];
    });
  const request = words.includes("<-") ? words.at(-1) : undefined;
  const responses = output.split(", ").map((response): [number, string] => {
    const [status, type = ""] = response.trim().split(" ");
    return [Number(status), type];
  });
  return { name, method, path, query: new Map(query), request, responses: new Map(responses) };
}

const types: Readonly<Record<string, Parameters<typeof typeFacts>[0]>> = document.types;

/** Resource types by name. A type of one operation's request only has the operation's name. */
export const SERVICE_TYPES: ReadonlyMap<string, TypeFacts> = new Map(
  Object.entries(types).map(([name, given]) => [name, typeFacts(given)]),
);

/** All operations of the document. */
export const SERVICE_OPERATIONS: readonly OperationFacts[] = Object.entries<string>(document.operations).map(
  operationFacts,
);

/** The name of the type of an operation's request; the first, where there are several. */
export function requestTypeName({ name, request = "other" }: OperationFacts): string {
  return request === "inline" ? name : request.replace(/\|.*$/, "");
}

/** The options of an enum; undefined for another type. */
export function optionsOf(type: string): readonly string[] | undefined {
  return /^enum\((.*)\)$/.exec(type)?.[1]?.split("|");
}

/** The type of an array's items; undefined for another type. */
export function itemTypeOf(type: string): string | undefined {
  return /^\[(.*)\]$/.exec(type)?.[1];
}
