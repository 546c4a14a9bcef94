import { parseUrl } from "../../api/host";
import { nameKey, sameName, problemAt, type Diagnostic } from "../../model";
import { organizationKey, type DesiredOrganization, type ObjectsInState, type Tokens } from "../organization";
import { formatList, pluralize, quote } from "../../reconcile/text";
import { usageError } from "../../user-error";
import { locationOf, type Located } from "./blocks";
import type { ConnectionConfiguration } from "./providers";

/** An organization that is still being read. */
export interface MutableOrganization extends Draft<Omit<DesiredOrganization, "inState">> {
  inState?: MutableObjectsInState;
}

/** What Terraform has of an organization that is still being read. */
type MutableObjectsInState = Draft<ObjectsInState>;

/** Mutable data: members can be set, and lists can be extended. */
type Draft<T> = { -readonly [Name in keyof T]: Growing<T[Name]> };
type Growing<Value> = Value extends readonly (infer Item)[] ? Item[] : Value;

/** Where something is; undefined for what only Terraform knows. */
export interface OrganizationPlace {
  readonly organization: string | undefined;
  /** Undefined for the environment's, too. */
  readonly hostname?: string | undefined;
}

/** An organization, and the configuration of the provider that its resources use. */
export interface ConnectedOrganization {
  readonly connection: ConnectionConfiguration;
  readonly desired: MutableOrganization;
}

/** What Terraform has of an organization. */
export function inStateOf(organization: MutableOrganization): MutableObjectsInState {
  return (organization.inState ??= { states: [], terraformPlan: undefined, droppedProjects: [], memberships: [] });
}

/** Organizations by name and address, with what is read about each. */
export class Organizations {
  /** Whether something that names none is in the default organization. */
  usesDefault = false;
  readonly #byKey = new Map<string, ConnectedOrganization>();
  /** What has no organization. */
  readonly #without = new Set<Located>();
  /** Those that are used with several tokens. */
  readonly #conflicts: Diagnostic[] = [];

  /** @param defaultOrganization - For what names none: `TFE_ORGANIZATION`. */
  constructor(private readonly defaultOrganization: string | undefined) {}

  /** The organizations once everything is read, without their tokens. */
  get desired(): readonly DesiredOrganization[] {
    return this.all.map(({ connection: { address, hostname, requestsPerSecond }, desired }) => {
      const isSet = address !== null || hostname !== null || requestsPerSecond !== null;
      return isSet ? { ...desired, connection: { address, hostname, requestsPerSecond } } : desired;
    });
  }

  get tokens(): Tokens {
    const all = [...this.#byKey].map(([key, { connection }]) => [key, connection.token] as const);
    return new Map(all.filter((it): it is [string, string] => it[1] !== null));
  }

  /** Conflicts, and one problem for all that has no organization, at the first of it. */
  get problems(): readonly Diagnostic[] {
    const [first, ...others] = this.#without;
    if (first === undefined) return this.#conflicts;
    const rest = formatList(others.map(({ address }) => address));
    const message =
      "No organization configured. Set `organization` here or on the provider, " +
      "or set the environment variable TFE_ORGANIZATION." +
      (others.length === 0 ? "" : ` The same applies to ${pluralize(others.length, "other block")}: ${rest}.`);
    return [...this.#conflicts, problemAt(locationOf(first, "organization"), message)];
  }

  get all(): readonly ConnectedOrganization[] {
    return [...this.#byKey.values()];
  }

  /** Those that something may be in: no known part of where it is differs. */
  at({ organization, hostname }: OrganizationPlace): readonly ConnectedOrganization[] {
    return this.all.filter(({ desired, connection }) => {
      const host = connection.address === null ? connection.hostname : (parseUrl(connection.address)?.host ?? null);
      const isSameHost = hostname === undefined || host === null || host.toLowerCase() === hostname.toLowerCase();
      return isSameHost && (organization === undefined || sameName(desired.name, organization));
    });
  }

  /**
   * The organization of a block, which is added if it is new; undefined, with a problem, if it has none.
   *
   * @param named - The one that the block or its provider names.
   */
  of(block: Located, named: string | undefined, connection: ConnectionConfiguration): MutableOrganization | undefined {
    const name = named ?? this.defaultOrganization;
    if (name === undefined) {
      this.#without.add(block);
      return undefined;
    }
    this.usesDefault ||= named === undefined;
    const known = this.#byKey.get(organizationKey({ name, connection }));
    if (known !== undefined && known.connection !== connection && known.connection.token !== connection.token) {
      const message =
        `This uses a different token than the rest of the organization ${quote(name)}, which is planned as a whole. ` +
        `Use one token for all of it.`;
      this.#conflicts.push(problemAt(locationOf(block, "provider"), message));
    }
    return this.add(name, connection);
  }

  /** The organization of a name at an address, which is added if it is new. */
  add(name: string, connection: ConnectionConfiguration): MutableOrganization {
    const key = organizationKey({ name, connection });
    const known = this.#byKey.get(key);
    // Resources of the same provider have the same connection.
    if (known?.connection === connection) return known.desired;
    const desired: MutableOrganization = known?.desired ?? { name, projects: [], memberships: [], references: [] };
    const common = known === undefined ? connection : withLowerRate(known.connection, connection);
    this.#byKey.set(key, { desired, connection: common });
    return desired;
  }
}

/** The first of two connections to the same organization, with the lower rate of both. */
function withLowerRate(one: ConnectionConfiguration, other: ConnectionConfiguration): ConnectionConfiguration {
  const rates = [one, other].flatMap(({ requestsPerSecond }) => requestsPerSecond ?? []);
  return { ...one, requestsPerSecond: rates.length === 0 ? null : Math.min(...rates) };
}

/** The organization of code that names none. */
export interface DefaultOrganization {
  readonly name: string;
  /** The setting that it comes from, for messages: `TFE_ORGANIZATION`. */
  readonly source: string;
  /** Whether it is an error if all code names its organization. */
  readonly isRequired: boolean;
}

/** What code says about its organizations. */
export interface NamedOrganizations {
  readonly organizations: readonly DesiredOrganization[];
  /** Whether some of the code is in the default organization, because it names none. */
  readonly usesDefaultOrganization: boolean;
}

/** @throws UserError when all code names its organization: another one than the required one, or several. */
export function checkOrganizationUsed(
  { organizations, usesDefaultOrganization }: NamedOrganizations,
  of: DefaultOrganization | undefined,
): void {
  if (of?.isRequired !== true || usesDefaultOrganization) return;
  const names = [...new Map(organizations.map(({ name }) => [nameKey(name), name])).values()];
  const [only, ...others] = names;
  const isOnly = others.length === 0;
  if (only === undefined || (isOnly && sameName(only, of.name))) return;
  const problem = `${of.source} ${of.name} is not used: all of the code names its organization (${formatList(names)}).`;
  throw isOnly
    ? usageError(problem, `Remove ${of.source}, or \`organization\` from the code.`)
    : usageError(
        `${problem} It is for code that names none, and is not a filter.`,
        `Remove ${of.source}. To use the code of one organization only, pass its path, such as the folder of a stack ` +
          "in cdktf.out/stacks.",
      );
}
