import { isOptional } from "./attribute";
import type { DocumentsOption, View } from "./documents-option";
import { objectsOf, relatedTo } from "./include";
import type { Computed, Context, Kind, ObjectOf, Related } from "./kind";
import { onceForEach } from "../../once-for-each";
import type { Relation } from "./relation";
import { keyOfRelation } from "./relation";
import type { Identifier } from "./resource";
import type { BaseRecord } from "./table";
import { memberOf } from "./table";
import { wireKey } from "./words";

/** JSON of a value that many objects share, so that it is converted only once. */
export class Json {
  constructor(readonly text: string) {}

  static of(value: unknown): Json {
    return new Json(JSON.stringify(value));
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** A member that is only in some responses. */
type Shown = Pick<Computed<BaseRecord>, "documented">;

type Write<R> = (context: Context, record: R, included: readonly string[]) => string;

/** The JSON that all resources of a kind share, and functions that write the rest. */
interface Template<R> {
  readonly attributes: Part<R>;
  /** Settings with their default; most objects have no other values. */
  readonly defaults: string;
  readonly settings: readonly {
    readonly name: string;
    readonly write: (value: unknown) => string;
    readonly defaultText: string;
  }[];
  readonly relationships: Part<R>;
}

interface Part<R> {
  readonly constant: string;
  readonly write: readonly Write<R>[];
}

/** Templates by kind, made when they are first used. */
const templates = new WeakMap<object, Map<string, Template<BaseRecord>>>();

/**
 * A resource as JSON. Lists have thousands of resources, so the parts that they share are converted once.
 *
 * @param included relationships whose objects the response includes
 */
export function resourceJson<R extends BaseRecord>(
  context: Context,
  kind: Kind<R>,
  record: R,
  view: View,
  included: readonly string[] = [],
): string {
  const { attributes, defaults, settings, relationships } = templateOf(kind, context.documents, view);
  const own = memberOf(record, "settings");
  const values = typeof own === "object" && own !== null ? own : {};
  let text = attributes.constant;
  text = joined(text, isEmpty(values) ? defaults : settingsJson(settings, values));
  for (const write of attributes.write) text = joined(text, write(context, record, included));
  let related = relationships.constant;
  for (const write of relationships.write) related = joined(related, write(context, record, included));
  const id = kind.wireId?.(record) ?? record.id;
  const links = linksOf(context, kind, record);
  return (
    `{"id":${JSON.stringify(id)},"type":"${kind.type}","attributes":{${text}}` +
    (related === "" ? "" : `,"relationships":{${related}}`) +
    (links === undefined ? "}" : `,"links":${JSON.stringify(links)}}`)
  );
}

/** The segments of a kind's path: texts, and the parameters between them. */
const segmentsOf = onceForEach(({ items }: Kind): readonly string[] => items?.[0]?.split("/").slice(1) ?? []);

/** The path of an object. */
function pathOf({ store }: Pick<Context, "store">, kind: Kind, record: BaseRecord): string | undefined {
  const segments = segmentsOf(kind);
  if (segments.length === 0) return undefined;
  let path = "";
  let at: ObjectOf | undefined = { kind, record };
  // From the end: each object belongs to the one before it.
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const segment = segments[index] ?? "";
    if (!segment.startsWith(":")) {
      path = `/${segment}${path}`;
      continue;
    }
    while (at !== undefined && segment !== `:${at.kind.parameter}`) at = store.parentOf(at.kind, at.record);
    const address = at === undefined ? "" : (at.kind.wireId?.(at.record) ?? at.record.id);
    path = `/${encodeURIComponent(address)}${path}`;
  }
  return `/api/v2${path}`;
}

function linksOf(context: Context, kind: Kind, record: BaseRecord): Readonly<Record<string, string>> | undefined {
  if (kind.links !== undefined) return kind.links(context, record);
  const self = pathOf(context, kind, record);
  return self === undefined ? undefined : { self };
}

function templateOf<R extends BaseRecord>(kind: Kind<R>, documents: DocumentsOption, view: View): Template<R> {
  let known = templates.get(kind);
  if (known === undefined) {
    known = new Map();
    templates.set(kind, known);
  }
  const key = `${documents} ${view}`;
  let template = known.get(key);
  if (template === undefined) {
    template = templateFor(kind, documents, view);
    known.set(key, template);
  }
  return template;
}

function templateFor(kind: Kind, documents: DocumentsOption, view: View): Template<BaseRecord> {
  const isShown = ({ documented = true }: Shown): boolean =>
    documents === "full" || (typeof documented === "object" ? documented.includes(view) : documented !== false);
  const shown = <T extends Shown & { readonly writeOnly?: boolean }>(
    all: Readonly<Record<string, T>> | undefined,
  ): readonly (readonly [string, T])[] =>
    Object.entries(all ?? {}).filter(([, it]) => it.writeOnly !== true && isShown(it));
  const settings = shown(kind.settings).map(([name, it]) => {
    const write = writer(wireKey(name));
    return { name, write, defaultText: write(it.default) };
  });
  return {
    attributes: partOf([
      ...shown(kind.attributes).map(([name, it]) => stored(name, isOptional(it))),
      ...shown(kind.computed).map(([name, it]) => computed(name, it, documents, view)),
    ]),
    settings,
    defaults: settings.map(({ defaultText }) => defaultText).join(","),
    relationships: partOf([
      ...shown(kind.relations)
        .filter(([name, it]) => it.hidden !== true && (it.as !== undefined || kind.related?.[name] === undefined))
        .map(([name, it]) => relation(kind, name, it)),
      ...shown(kind.related).map(([name, it]) => related(kind, name, it, documents)),
    ]),
  };
}

function partOf<R>(members: readonly (string | Write<R>)[]): Part<R> {
  return {
    constant: members.filter((it) => typeof it === "string").join(","),
    write: members.filter((it) => typeof it !== "string"),
  };
}

function stored(name: string, isOptionalOne: boolean): Write<BaseRecord> {
  const write = writer(wireKey(name));
  if (!isOptionalOne) return (_, record) => write(memberOf(record, name));
  return (_, record) => {
    const value = memberOf(record, name);
    return value === undefined ? "" : write(value);
  };
}

function computed(
  name: string,
  it: Computed<BaseRecord>,
  documents: DocumentsOption,
  view: View,
): string | Write<BaseRecord> {
  const write = writer(wireKey(name));
  if (it.value === undefined) return write(it.constant);
  return (context, record) => {
    if (isLeftOut(it, record, documents)) return "";
    const value = it.value?.(context, record, view);
    return value === undefined ? "" : write(value);
  };
}

/** Whether a member that is documented only for some objects is omitted. Included relationships never are. */
function isLeftOut({ documented }: Shown, record: BaseRecord, documents: DocumentsOption): boolean {
  return documents === "documented" && typeof documented === "function" && !documented(record);
}

function relation(kind: Kind, name: string, it: Relation): Write<BaseRecord> {
  const key = `"${keyOfRelation(name, it)}":`;
  return (context, record) => {
    if (kind.omits?.(record).includes(name) === true) return "";
    const { identifiers, records } = objectsOf(context, name, it, record);
    if (it.many) return `${key}{"data":[${identifiers.map(identifierJson).join(",")}]}`;
    const [first] = identifiers;
    // Of several relations that are one relationship, another one has the object.
    if (first === undefined && (it.isAbsentWithoutValue === true || it.as !== undefined)) return "";
    const [target] = records;
    const path =
      it.links === true && target !== undefined
        ? linksOf(context, context.store.kind(it.to), target)?.["self"]
        : undefined;
    const links = path === undefined ? "" : `,"links":{"related":${JSON.stringify(path)}}`;
    return `${key}{"data":${first === undefined ? "null" : identifierJson(first)}${links}}`;
  };
}

function related(
  kind: Kind,
  name: string,
  it: Related<BaseRecord>,
  documents: DocumentsOption,
): string | Write<BaseRecord> {
  const key = wireKey(name);
  const write = writer(key);
  if (it.constant !== undefined) return write(it.constant);
  const hasData = it.records !== undefined || it.resources !== undefined || it.identifiers !== undefined;
  return (context, record, included) => {
    if (!included.includes(key) && isLeftOut(it, record, documents)) return "";
    const shown = it.shown?.(context, record) ?? "all";
    if (shown === "nothing") return "";
    let text = "";
    if (hasData && shown === "all" && (it.onlyIncluded !== true || included.includes(key))) {
      const identifiers = relatedTo(context, kind, record, name).identifiers.map(identifierJson);
      if (identifiers.length === 0 && it.isAbsentWithoutValue === true) return "";
      text = `"data":${it.many === true ? `[${identifiers.join(",")}]` : (identifiers[0] ?? "null")}`;
    }
    const links = it.links?.(context, record);
    if (links !== undefined) text = joined(text, `"links":${JSON.stringify(links)}`);
    return `"${key}":{${text}}`;
  };
}

function identifierJson({ id, type }: Identifier): string {
  return `{"id":${JSON.stringify(id)},"type":"${type}"}`;
}

function settingsJson(settings: Template<BaseRecord>["settings"], values: object): string {
  let text = "";
  for (const { name, write, defaultText } of settings) {
    const value = memberOf(values, name);
    text = joined(text, value === undefined ? defaultText : write(value));
  }
  return text;
}

/** Writes values under a key. */
function writer(key: string): (value: unknown) => string {
  const start = `"${key}":`;
  return (value) => {
    switch (typeof value) {
      case "boolean":
      case "number":
        return start + String(value);
      case "undefined":
        return `${start}null`;
      default:
        return start + (value instanceof Json ? value.text : JSON.stringify(value));
    }
  };
}

function joined(text: string, more: string): string {
  if (text === "" || more === "") return text + more;
  return `${text},${more}`;
}

function isEmpty(members: object): boolean {
  for (const _name in members) return false;
  return true;
}
