import type { DocumentsOption, View } from "./documents-option";
import { relatedTo } from "./include";
import type { Computed, Context, Kind, Related } from "./kind";
import type { Relation } from "./relation";
import { memberOfRelation } from "./relation";
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

/** What is only in some responses. */
type Shown = Pick<Computed<BaseRecord>, "documented">;

type Write<R> = (context: Context, record: R, included: readonly string[]) => string;

/** What of the resources of a kind is the same, and functions that write the rest. */
interface Template<R> {
  readonly attributes: Part<R>;
  /** Settings that have their default; most objects have no others. */
  readonly defaults: string;
  readonly settings: readonly (readonly [name: string, key: string, defaultText: string])[];
  readonly relationships: Part<R>;
}

interface Part<R> {
  readonly constant: string;
  readonly write: readonly Write<R>[];
}

/** Templates by kind, made when they are first used. */
const templates = new WeakMap<object, Map<string, Template<BaseRecord>>>();

/**
 * A resource as JSON. Lists have thousands of them, so what is the same for all is converted once.
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
  const isDefault = Object.keys(values).length === 0;
  let text = attributes.constant;
  text = joined(text, isDefault ? defaults : settingsJson(settings, values));
  for (const write of attributes.write) text = joined(text, write(context, record, included));
  let related = relationships.constant;
  for (const write of relationships.write) related = joined(related, write(context, record, included));
  const id = kind.wireId?.(record) ?? record.id;
  const links = kind.links?.(context, record) ?? selfLink(context, kind, record);
  return (
    `{"id":${JSON.stringify(id)},"type":"${kind.type}","attributes":{${text}}` +
    (related === "" ? "" : `,"relationships":{${related}}`) +
    (links === undefined ? "}" : `,"links":${JSON.stringify(links)}}`)
  );
}

/** The path of an object. */
export function pathOf(context: Pick<Context, "store">, kind: Kind, record: BaseRecord): string | undefined {
  const [template] = kind.items ?? [];
  if (template === undefined) return undefined;
  let at: { readonly kind: Kind; readonly record: BaseRecord } | undefined = { kind, record };
  const addresses = new Map<string, string>();
  while (at !== undefined) {
    addresses.set(at.kind.parameter, at.kind.wireId?.(at.record) ?? at.record.id);
    at = context.store.parentOf(at.kind, at.record);
  }
  return `/api/v2${template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(addresses.get(name) ?? ""))}`;
}

function selfLink(context: Context, kind: Kind, record: BaseRecord): { readonly self: string } | undefined {
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
  const settings = shown(kind.settings).map(
    ([name, it]) => [name, wireKey(name), memberJson(wireKey(name), it.default)] as const,
  );
  return {
    attributes: partOf([
      ...shown(kind.attributes).map(([name]) => stored(name)),
      ...shown(kind.computed).map(([name, it]) => computed(name, it, documents, view)),
    ]),
    settings,
    defaults: settings.map(([, , text]) => text).join(","),
    relationships: partOf([
      ...shown(kind.relations)
        .filter(([name, it]) => kind.related?.[name] === undefined && it.hidden !== true)
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

function stored(name: string): Write<BaseRecord> {
  const key = wireKey(name);
  return (_, record) => memberJson(key, memberOf(record, name));
}

function computed(
  name: string,
  it: Computed<BaseRecord>,
  documents: DocumentsOption,
  view: View,
): string | Write<BaseRecord> {
  const key = wireKey(name);
  if (it.value === undefined) return memberJson(key, it.constant ?? null);
  return (context, record) =>
    isLeftOut(it, record, documents) ? "" : optionalJson(key, it.value?.(context, record, view));
}

/** Something that is only documented for some objects. */
function isLeftOut({ documented }: Shown, record: BaseRecord, documents: DocumentsOption): boolean {
  return documents === "documented" && typeof documented === "function" && !documented(record);
}

function relation(kind: Kind, name: string, it: Relation): Write<BaseRecord> {
  const key = wireKey(name);
  return (context, record) => {
    if (kind.omits?.(record).includes(name) === true) return "";
    const identifiers = relatedTo(context, kind, record, name).identifiers;
    const [first] = identifiers;
    const target = first === undefined || it.links !== true ? undefined : linkTo(context, it.to, record, name, it);
    return memberJson(key, {
      data: it.many ? identifiers : (first ?? null),
      ...(target === undefined ? {} : { links: { related: target } }),
    });
  };
}

function linkTo(context: Context, type: string, record: BaseRecord, name: string, it: Relation): string | undefined {
  const id = memberOf(record, memberOfRelation(name, it));
  const target = typeof id === "string" ? context.store.of(type).get(id) : undefined;
  return target === undefined ? undefined : pathOf(context, context.store.kind(type), target);
}

function related(
  kind: Kind,
  name: string,
  it: Related<BaseRecord>,
  documents: DocumentsOption,
): string | Write<BaseRecord> {
  const key = wireKey(name);
  if (it.constant !== undefined) return memberJson(key, it.constant);
  return (context, record, included) => {
    if (isLeftOut(it, record, documents)) return "";
    const links = it.links?.(context, record);
    const hasData = it.records !== undefined || it.resources !== undefined || it.identifiers !== undefined;
    const isShown = hasData && (it.onlyIncluded !== true || included.includes(key));
    const identifiers = isShown ? relatedTo(context, kind, record, name).identifiers : [];
    return memberJson(key, {
      ...(isShown ? { data: it.many === true ? identifiers : (identifiers[0] ?? null) } : {}),
      ...(links === undefined ? {} : { links }),
    });
  };
}

function settingsJson(settings: Template<BaseRecord>["settings"], values: object): string {
  let text = "";
  for (const [name, key, defaultText] of settings) {
    const value = memberOf(values, name);
    text = joined(text, value === undefined ? defaultText : memberJson(key, value));
  }
  return text;
}

/** Nothing for undefined. */
function optionalJson(key: string, value: unknown): string {
  return value === undefined ? "" : memberJson(key, value);
}

function memberJson(key: string, value: unknown): string {
  return `"${key}":${value instanceof Json ? value.text : JSON.stringify(value ?? null)}`;
}

function joined(text: string, more: string): string {
  if (text === "" || more === "") return text + more;
  return `${text},${more}`;
}
