import { nameKey } from "../model";
import type { Members, Schema } from "./decode";
import { arrayOf, decode, decodeJson, isObject, object, objectOr, optional, record, string } from "./decode";
import type { Kind, Store } from "./engine/kind";
import type { GivenKind, Ids } from "./engine/options";
import {
  changeBy,
  chosenId,
  idProblems,
  idsByDefault,
  idsChange,
  optionWith,
  partsIn,
  partsOf,
  scopeOf,
  withDefaults,
} from "./engine/options";
import { problemsWith } from "./engine/rules";
import type { BaseRecord } from "./engine/table";
import { memberOf } from "./engine/table";
import { withArticle } from "./engine/words";
import { create, update } from "./engine/write";
import type { AttributeProblem, DecodeProblem } from "./errors";
import { DecodeError } from "./errors";
import { organizations } from "./kinds/organization";
import { projects } from "./kinds/project";
import type { SeedOrganization } from "./service-kinds";
import { KINDS } from "./service-kinds";

/** The initial state of an emulator. */
export interface Seed {
  readonly organizations: readonly SeedOrganization[];
}

/**
 * What the default project has is first. What projects refer to, such as agent pools, is created before them, and gets
 * its own references afterwards. All else refers to what is there.
 */
function stageOf(kind: GivenKind): number {
  if (kind.outOfBand.defaultOwner !== undefined) return 0;
  if (comesFirst(kind)) return 1;
  return kind.type === projects.type ? 2 : 3;
}

function comesFirst({ type }: GivenKind): boolean {
  return Object.values(projects.relations).some(({ to }) => to === type);
}

// It promises the type that follows from the same kinds; the compiler cannot follow Object.entries.
const seedSchema = object({ organizations: arrayOf(seedObject(organizations)) }) as Schema as Schema<Seed>;

/** An object, or the value that can stand for it. */
function seedObject(kind: GivenKind, short = kind.outOfBand.short): Schema {
  const members = { ...kind.outOfBand.byName, ...partMembers(kind) };
  return short === undefined ? object(members) : objectOr(object(members), kind.attributes[short]?.schema ?? string);
}

/** The members of an object with its parts. */
function partMembers(kind: Kind): Members {
  return Object.fromEntries(
    partsOf(KINDS, kind, "seed").map((part) => [part.kind.outOfBand.name, optional(seedParts(part.kind))]),
  );
}

/** Parts are a list. Those of pairs are an object with names as keys. */
function seedParts(kind: GivenKind): Schema {
  const { pair } = kind.outOfBand;
  return pair === undefined ? arrayOf(seedObject(kind)) : record(seedObject(kind, pair.short));
}

/** Parses a seed. @throws DecodeError with the JSON path of each value of the wrong type */
export function parseSeed(json: string): Seed {
  return decodeJson(json, seedSchema);
}

/** One organization with its default project. */
export const DEFAULT_SEED: Seed = { organizations: [{ name: "acme" }] };

/**
 * Puts a seed into an empty store.
 *
 * @throws DecodeError with the JSON path of each invalid value; the store must not be used then
 */
export function applySeed(store: Store, seed: unknown): void {
  const { organizations: all } = decode(seedSchema, seed);
  if (all.length === 0) throw new DecodeError("$.organizations", "is empty; at least one organization is required.");
  const application = new SeedApplication(store);
  for (const [index, organization] of all.entries()) {
    application.addOrganization(organization, `$.organizations[${index}]`);
  }
  DecodeError.throwIfAny(application.problems);
}

/** An object in a seed: its options, and where they are. */
interface Given {
  readonly options: object;
  readonly path: string;
  readonly at: (option: string) => string;
}

/** Adds the content of a seed to a store. Omits invalid values, but still checks what they contain. */
class SeedApplication {
  readonly problems: DecodeProblem[] = [];
  /** Sets the references to objects that may be later in the seed. */
  readonly #later: (() => void)[] = [];

  constructor(private readonly store: Store) {}

  addOrganization(options: object, path: string): void {
    this.#addObject(organizations, "", given(options, path), {});
    for (const refer of this.#later.splice(0)) refer();
  }

  /** An object, and its parts. @param owners the IDs of the objects that it belongs to */
  #addObject(kind: GivenKind, organizationId: string, it: Given, owners: Ids): void {
    const ids = { ...idsByDefault(this.store, kind, organizationId), ...owners };
    const find = (): Ids => this.#references(kind, organizationId, it);
    const isFirst = comesFirst(kind);
    const made = this.#create(kind, organizationId, it, { ...ids, ...(isFirst ? {} : find()) });
    if (isFirst) this.#later.push(() => this.#addReferences(kind, made?.id, organizationId, find(), it));
    if (made !== undefined) this.#addParts(kind, made, it);
  }

  /** The references of an object that was created without them. @param id undefined of an invalid one */
  #addReferences(kind: GivenKind, id: string | undefined, organizationId: string, ids: Ids, { at }: Given): void {
    const { store } = this;
    const before = store.table(kind).get(id ?? "");
    if (before === undefined) return;
    const change = idsChange(kind, ids);
    const parent = store.parentOf(kind, before)?.record;
    const problems = problemsWith(store, kind, change, { organizationId, parent, before });
    for (const problem of problems) this.#check(at(optionWith(kind, problem)), [problem]);
    if (problems.length === 0) update(store, kind, before, change);
  }

  /** The parts of an object. */
  #addParts(kind: Kind, made: BaseRecord, { options, path }: Given): void {
    const { organizationId } = this.store.placeOf(kind, made);
    const parts = partsIn(this.store, kind, "seed").toSorted((one, other) => stageOf(one.kind) - stageOf(other.kind));
    for (const { kind: part, relation } of parts) {
      const { name, pair, short } = part.outOfBand;
      const owner = { [relation]: [made.id] };
      if (pair === undefined) {
        for (const [index, it] of listIn(options, name).entries()) {
          this.#addObject(part, organizationId, given(it, `${path}.${name}[${index}]`, short), owner);
        }
        continue;
      }
      const pairs = memberOf(options, name);
      for (const [key, it] of Object.entries(isObject(pairs) ? pairs : {})) {
        const here = `${path}.${name}.${key}`;
        const other = this.#named(this.store.kind(part.relations[pair.with]?.to ?? ""), organizationId, key, here);
        if (other === undefined) continue;
        this.#addObject(part, organizationId, given(it, here, pair.short), { ...owner, [pair.with]: [other.id] });
      }
    }
  }

  /** The IDs of the objects that options refer to by name. */
  #references(kind: GivenKind, organizationId: string, { options, at }: Given): Ids {
    return Object.fromEntries(
      kind.outOfBand.given.references.flatMap(({ relation, to, many, option }) => {
        const names = memberOf(options, option.name);
        if (names === undefined) return [];
        const list: readonly unknown[] = Array.isArray(names) ? names : [names];
        const ids = list.flatMap((name, index) => {
          const here = `${at(option.name)}${many ? `[${index}]` : ""}`;
          return this.#named(this.store.kind(to), organizationId, String(name), here)?.id ?? [];
        });
        return [[relation, ids] as const];
      }),
    );
  }

  /** Undefined if it is invalid, and has no parts to check. */
  #create(kind: GivenKind, organizationId: string, { options, path, at }: Given, ids: Ids): BaseRecord | undefined {
    const { store } = this;
    const before = this.#existing(kind, organizationId, options);
    const scope = { ...scopeOf(store, kind, organizationId, ids), before };
    const all = before === undefined ? withDefaults(kind, options) : options;
    const { change, problems } = changeBy(store, kind, all, ids, scope);
    for (const problem of problems) this.#check(at(optionWith(kind, problem)), [problem]);
    const id = chosenId(options);
    const hasValidId = this.#check(at("id"), idProblems(store, kind, id));
    if (problems.length > 0 || !hasValidId) {
      const isNamed = problems.every(({ attribute }) => attribute !== "name");
      return before ?? this.#standIn(kind, ids, isNamed ? memberOf(options, "name") : path);
    }
    if (before === undefined) return create(store, kind, change, id);
    // It keeps the spelling of its name.
    return update(store, kind, before, { ...change, ...{ name: undefined } });
  }

  /** What every organization has, if options have its name. */
  #existing({ outOfBand }: GivenKind, organizationId: string, options: object): BaseRecord | undefined {
    const there = outOfBand.existing?.(this.store, organizationId);
    const isMeant = (it: object): boolean => nameIn(it) === nameIn(options);
    return there !== undefined && isMeant(there) ? there : undefined;
  }

  /**
   * In place of an invalid object, for its parts. Its name counts as taken; an invalid one is replaced by the path,
   * which no other object can have.
   */
  #standIn(kind: GivenKind, ids: Ids, name: unknown): BaseRecord | undefined {
    if (partsIn(this.store, kind, "seed").length === 0) return undefined;
    return create(this.store, kind, { ...idsChange(kind, ids), name });
  }

  #named<R extends BaseRecord>(kind: Kind<R>, organizationId: string, name: string, path: string): R | undefined {
    const found = this.store.table(kind).find("name", organizationId, name);
    if (found === undefined)
      this.problems.push({ path, problem: `is not ${withArticle(kind.label)} of the organization: ${name}.` });
    return found;
  }

  /** Collects problems of one value, and returns whether there are none. */
  #check(path: string, problems: readonly AttributeProblem[]): boolean {
    for (const { detail } of problems) {
      // Some of the service's details end with a period.
      this.problems.push({ path, problem: `is invalid: ${detail.replace(/\.$/, "")}.` });
    }
    return problems.length === 0;
  }
}

/** @param short the option that a value in place of all options stands for */
function given(it: unknown, path: string, short = ""): Given {
  if (isObject(it)) return { options: it, path, at: (option) => `${path}.${option}` };
  return { options: { [short]: it }, path, at: () => path };
}

function nameIn(it: object): string {
  return nameKey(String(memberOf(it, "name")));
}

function listIn(options: object, name: string): readonly unknown[] {
  const list = memberOf(options, name);
  return Array.isArray(list) ? list : [];
}
