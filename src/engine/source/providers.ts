import { asObject, asObjects, getString, type JsonObject } from "../../json";
import { invalidRequestRate, problemAt, type Diagnostic } from "../../model";
import { isOwn, PROVIDER_SOURCE, PROVIDER_TYPE } from "../../model/provider-address";
import { number } from "../../schema";
import { isIdentifier } from "../../terraform/address";
import type { TerraformPlan } from "../../terraform/plan";
import { addressOfProvider, refusedByTerraform, type Blocks } from "./blocks";
import type { Evaluation } from "./evaluation";
import type { PlannedReferences } from "./planned-references";
import { convert } from "./value";

/** A configuration of a provider. */
export interface ProviderBlock {
  /** `provider.tfprojects.other` */
  readonly address: string;
  /** The provider's name in the module. */
  readonly name: string;
  /** Undefined for the default configuration. */
  readonly alias: string | undefined;
  readonly body: JsonObject;
}

/** What refers to the configuration of a provider: a resource or a data source. */
export interface UsesProvider {
  readonly type: string;
  readonly body: JsonObject;
}

/** How the code says to connect to the service; the environment provides what is null. */
export interface ConnectionConfiguration {
  readonly address: string | null;
  readonly hostname: string | null;
  /** Null also if only Terraform can evaluate it. */
  readonly token: string | null;
  readonly requestsPerSecond: number | null;
}

/** The configurations of all providers in a module, and what those of the provider of this package say. */
export class Providers {
  /** What Terraform does not accept. */
  readonly problems: readonly Diagnostic[];
  readonly notices: string[] = [];
  readonly #configurations: readonly ProviderBlock[];
  /** What the module calls the provider of this package. */
  readonly #ownNames: ReadonlySet<string>;
  /** The keys are addresses of providers: each is evaluated once, however many resources use it. */
  readonly #organizations = new Map<string, string | null>();
  readonly #connections = new Map<string, ConnectionConfiguration>();

  constructor(
    blocks: Pick<Blocks, "ofType">,
    private readonly evaluation: Evaluation,
  ) {
    const providers = blocks.ofType("provider");
    this.#configurations = providers.map(({ labels: [name = ""], body }) => {
      const alias = getString(body, "alias");
      return { address: addressOfProvider(name, alias), name, alias, body };
    });
    this.problems = providers.flatMap((block) => {
      const { alias } = block.body;
      if (alias === undefined || (typeof alias === "string" && isIdentifier(alias))) return [];
      return [refusedByTerraform(block)];
    });
    const required = blocks
      .ofType("terraform")
      .flatMap(({ body }) => asObjects(body["required_providers"]))
      .flatMap((it) => Object.entries<unknown>(it));
    const own = required.filter(([, it]) => isOwnSource(getString(asObject(it), "source")));
    this.#ownNames = new Set([PROVIDER_TYPE, ...own.map(([name]) => name)]);
  }

  /** The configurations of the provider of this package. */
  get own(): readonly ProviderBlock[] {
    return this.#configurations.filter(({ name }) => this.#ownNames.has(name));
  }

  /** The configuration that a block uses: an empty one if Terraform uses the provider without one. */
  of(block: UsesProvider): ProviderBlock {
    const { name, alias } = referenceIn(block) ?? { name: "", alias: undefined };
    const found = this.#configurations.find((it) => it.name === name && it.alias === alias);
    return found ?? { address: addressOfProvider(name, alias), name, alias, body: {} };
  }

  /** A reference to the own configuration with an alias, or to the default one; undefined if there is none. */
  reference(alias: string | undefined): UsesProvider | undefined {
    const found = this.own.find((it) => it.alias === alias);
    if (found === undefined) return alias === undefined ? { type: PROVIDER_TYPE, body: {} } : undefined;
    return { type: PROVIDER_TYPE, body: { provider: alias === undefined ? found.name : `${found.name}.${alias}` } };
  }

  /** Whether Terraform can use the configuration that a block refers to. */
  has(block: UsesProvider): boolean {
    const reference = referenceIn(block);
    if (reference === undefined || (isOwn(block.type) && !this.#ownNames.has(reference.name))) return false;
    const { name, alias } = reference;
    return alias === undefined || this.#configurations.some((it) => it.name === name && it.alias === alias);
  }

  /** The organization that the provider of a block sets. */
  organizationOf(block: UsesProvider): string | undefined {
    const provider = this.of(block);
    const known = this.#organizations.get(provider.address);
    const organization = known === undefined ? this.#string(provider, "organization") : known;
    this.#organizations.set(provider.address, organization);
    return organization ?? undefined;
  }

  /** The connection that the provider of a block configures: the same object for all that use it. */
  connectionOf(block: UsesProvider): ConnectionConfiguration {
    const provider = this.of(block);
    const connection = this.#connections.get(provider.address) ?? this.#connectionIn(provider);
    this.#connections.set(provider.address, connection);
    return connection;
  }

  #connectionIn(provider: ProviderBlock): ConnectionConfiguration {
    const { body } = provider;
    const rate = this.evaluation.evaluate(body["requests_per_second"], provider, "requests_per_second");
    const converted = convert(number, rate ?? null);
    return {
      address: this.#string(provider, "address"),
      hostname: this.#string(provider, "hostname"),
      token: this.#tokenOf(provider),
      requestsPerSecond: typeof converted === "number" ? converted : null,
    };
  }

  /** Null also for an empty string, which the provider treats as not set. */
  #string(provider: ProviderBlock, name: string): string | null {
    const value = this.evaluation.evaluate(provider.body[name], provider, name);
    return typeof value === "string" && value !== "" ? value : null;
  }

  /** Tokens are usually set by variables, whose values are not known here: then the environment's token is used. */
  #tokenOf({ address, body }: ProviderBlock): string | null {
    const value = this.evaluation.tryEvaluate(body["token"]);
    if (value === undefined) {
      this.notices.push(`Only Terraform can evaluate ${address}.token. Using the token of the environment.`);
    }
    return typeof value === "string" ? value : null;
  }
}

/** The provider configurations in a Terraform plan, which includes only the values of constants and variables. */
export class PlannedProviders {
  readonly notices = new Set<string>();
  readonly problems: Diagnostic[] = [];

  constructor(
    private readonly plan: Pick<TerraformPlan, "providers">,
    private readonly references: PlannedReferences,
  ) {}

  /** @param key - Which configuration, as the code of an object says. */
  organizationOf(key: string): string | undefined {
    return this.#argument(key, "organization");
  }

  /** @param key - Which configuration, as the code of an object says. */
  connectionOf(key: string): ConnectionConfiguration {
    return {
      address: this.#argument(key, "address") ?? null,
      hostname: this.#argument(key, "hostname") ?? null,
      token: this.#argument(key, "token") ?? null,
      requestsPerSecond: this.#requestRate(key),
    };
  }

  #requestRate(key: string): number | null {
    const value = this.#argument(key, "requests_per_second");
    if (value === undefined) return null;
    const reason = invalidRequestRate(Number(value));
    const where = `${this.plan.providers.get(key)?.address ?? key}.requests_per_second`;
    if (reason !== undefined) this.problems.push(problemAt(where, `\`requests_per_second\` ${reason}.`));
    return Number(value);
  }

  /** Undefined also for an empty string, which the provider treats as not set. */
  #argument(key: string, name: string): string | undefined {
    const provider = this.plan.providers.get(key);
    const expression = provider?.arguments.get(name);
    if (provider === undefined || expression === undefined) return undefined;
    const value = this.references.valueOf(expression, provider.modulePath);
    if (typeof value === "string" || typeof value === "number") return value === "" ? undefined : String(value);
    if (value === null) return undefined;
    const where = `${provider.address}.${name}`;
    if (name === "token") {
      this.notices.add(`The plan does not have the value of ${where}. Using the token of the environment.`);
    } else {
      this.problems.push(problemAt(where, "The plan does not have its value. Use a literal value or a variable."));
    }
    return undefined;
  }
}

function referenceIn({ body, type }: UsesProvider): Pick<ProviderBlock, "name" | "alias"> | undefined {
  const [first = ""] = type.split("_");
  if (body["provider"] === undefined) return { name: first, alias: undefined };
  const [name = "", alias, ...rest] = (getString(body, "provider") ?? "").split(".");
  const isReference = isIdentifier(name) && (alias === undefined || isIdentifier(alias)) && rest.length === 0;
  return isReference ? { name, alias } : undefined;
}

/** The provider may also be in a registry of the user's, under another host and namespace. */
function isOwnSource(source: string | undefined): boolean {
  return source?.split("/").at(-1) === PROVIDER_SOURCE.split("/").at(-1);
}
