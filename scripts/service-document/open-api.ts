import type { Facts, Resolve, Schema } from "./notation";
import { arrayOf as array, attributesOf, objectOf as schema, relationshipsOf, typeNotation } from "./notation";

/** An operation: its method and path, such as `GET /projects/:project_id`, and what the document says of it. */
interface Operation {
  readonly name: string;
  readonly facts: string;
}

/** A resource type: its attributes (a type name where the document does not say which) and relationships. */
interface TypeFacts {
  readonly attributes: Facts | "map";
  readonly relationships?: Facts;
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** HashiCorp's OpenAPI document, as names, types and statuses. */
export class OpenApiDocument {
  readonly #root: Schema;
  /** Types that only one operation has, by its name. */
  readonly #inline = new Map<string, TypeFacts>();

  constructor(document: unknown) {
    this.#root = schema(document);
  }

  get version(): string {
    return String(schema(this.#root["info"])["version"]);
  }

  /** All operations, in the order of their paths. */
  operations(): readonly Operation[] {
    return Object.entries(schema(this.#root["paths"]))
      .sort(([a], [b]) => comparePaths(a, b))
      .flatMap(([path, item]) =>
        METHODS.filter((method) => method in schema(item)).map((method) => {
          const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`;
          return { name, facts: this.#facts(name, schema(schema(item)[method])) };
        }),
      );
  }

  /** The resource types by name, and the inline types by operation. */
  types(): Readonly<Record<string, TypeFacts>> {
    this.operations();
    const types = new Map<string, TypeFacts>();
    for (const [name, given] of Object.entries(schema(schema(this.#root["components"])["schemas"]))) {
      const { type, attributes } = schema(this.#merged(schema(given))["properties"]);
      const names = strings(schema(type)["enum"]);
      if (attributes === undefined) continue;
      for (const each of names.length === 0 ? [name] : names) types.set(each, this.#type(schema(given)));
    }
    const entries = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries([...entries, ...[...this.#inline].sort(([a], [b]) => (a < b ? -1 : 1))]);
  }

  #type(given: Schema): TypeFacts {
    const { attributes, relationships } = schema(this.#merged(given)["properties"]);
    const merged = this.#merged(schema(attributes));
    return {
      attributes: merged["properties"] === undefined ? "map" : attributesOf(merged, this.#resolve),
      ...(relationships === undefined
        ? {}
        : { relationships: relationshipsOf(this.#merged(schema(relationships)), this.#resolve) }),
    };
  }

  #facts(name: string, operation: Schema): string {
    const query = array(operation["parameters"])
      .map((given) => this.#resolve(schema(given)))
      .filter((parameter) => parameter["in"] === "query")
      .map((parameter) => `?${String(parameter["name"])}:${typeNotation(schema(parameter["schema"]), this.#resolve)}`);
    const body = operation["requestBody"];
    const request = body === undefined ? [] : ["<-", this.#body(this.#resolve(schema(body)), name)];
    const responses = Object.entries(schema(operation["responses"]))
      .filter(([status]) => status !== "default")
      .map(([status, given]) => {
        const content = this.#resolve(schema(given));
        const isError = Number(status) >= 300;
        return isError || content["content"] === undefined ? status : `${status} ${this.#body(content)}`;
      });
    return [...query, ...request, "->", responses.join(", ")].join(" ");
  }

  /** The resource in a request or response; an inline type is kept by the name of its operation. */
  #body(given: Schema, operation?: string): string {
    const media = Object.values(schema(given["content"]))[0];
    const body = this.#merged(schema(schema(media)["schema"]));
    const data = schema(body["properties"])["data"];
    if (data === undefined) return "other";
    const merged = this.#merged(schema(data));
    const variants = array(merged["oneOf"]).map((each) => this.#resource(schema(each), operation));
    if (variants.length > 0) return variants.join("|");
    return merged["type"] === "array"
      ? `[${this.#resource(schema(merged["items"]), operation)}]`
      : this.#resource(schema(data), operation);
  }

  #resource(given: Schema, operation?: string): string {
    const { type, attributes } = schema(this.#merged(given)["properties"]);
    const names = strings(schema(type)["enum"]);
    if (attributes === undefined) return names.length === 0 ? "other" : `ids(${names.join("|")})`;
    if (given["$ref"] === undefined && operation !== undefined) {
      this.#inline.set(operation, this.#type(given));
      return "inline";
    }
    return names.join("|") || referenceName(given);
  }

  readonly #resolve: Resolve = (given) => {
    const reference = given["$ref"];
    if (typeof reference !== "string") return given;
    let target: unknown = this.#root;
    for (const key of reference.replace(/^#\//, "").split("/")) target = schema(target)[key];
    return { ...this.#resolve(schema(target)), ...given };
  };

  /** A schema with the properties of all that it consists of. */
  #merged(given: Schema): Schema {
    const resolved = this.#resolve(given);
    const parts = array(resolved["allOf"]).map((each) => this.#merged(schema(each)));
    if (parts.length === 0) return resolved;
    const properties = [...parts, resolved].flatMap((part) => Object.entries(schema(part["properties"])));
    return { ...resolved, properties: Object.fromEntries(properties) };
  }
}

function referenceName(given: Schema): string {
  return String(given["$ref"]).split("/").pop() ?? "other";
}

function strings(value: unknown): readonly string[] {
  return array(value).filter((each) => typeof each === "string");
}

/** By segments, so that the operations of an object follow those of its collection. */
function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  for (const [index, segment] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (segment !== other) return segment < other ? -1 : 1;
  }
  return left.length - right.length;
}
