import { number } from "../../schema";
import { PROVIDER_TYPE } from "../../model/provider-address";
import type { Block, Blocks } from "./blocks";
import { convert } from "./value";
import { Evaluation } from "./evaluation";
import type { ProviderBlock } from "./providers-in-code";

/** How the code says to connect to the service; the environment provides what is null. */
export interface ConnectionConfiguration {
  readonly address: string | null;
  readonly hostname: string | null;
  /** Null also if only Terraform can evaluate it. */
  readonly token: string | null;
  readonly requestsPerSecond: number | null;
}

/** Code that leaves everything to the environment. */
export const NO_CONNECTION: ConnectionConfiguration = {
  address: null,
  hostname: null,
  token: null,
  requestsPerSecond: null,
};

/** The configurations of the provider in one module. */
export class ProviderBlocks {
  readonly notices: string[] = [];
  /** By address of the provider: evaluated once, however many resources use it. */
  readonly #organizations = new Map<string, string | null>();
  readonly #connections = new Map<string, ConnectionConfiguration>();
  /** Tokens are evaluated apart, because a token that only Terraform can evaluate is not a problem. */
  readonly #tokens: Evaluation;

  constructor(
    private readonly blocks: Blocks,
    private readonly evaluation: Evaluation,
    variableSetBy?: (name: string) => string | undefined,
  ) {
    this.#tokens = new Evaluation(blocks, { variableSetBy });
  }

  /** The organization that the provider of a resource sets. */
  organizationOf(block: Pick<Block, "body">): string | undefined {
    const provider = this.#providerOf(block);
    const known = this.#organizations.get(provider.address);
    const organization = known === undefined ? this.#string(provider, "organization") : known;
    this.#organizations.set(provider.address, organization);
    return organization ?? undefined;
  }

  /** The connection that the provider of a resource configures: the same object for all that use it. */
  connectionOf(block: Pick<Block, "body">): ConnectionConfiguration {
    const provider = this.#providerOf(block);
    const connection = this.#connections.get(provider.address) ?? this.#connectionIn(provider);
    this.#connections.set(provider.address, connection);
    return connection;
  }

  #connectionIn(provider: ProviderBlock): ConnectionConfiguration {
    const { address, body } = provider;
    const value = this.evaluation.evaluate(body["requests_per_second"], `${address}.requests_per_second`);
    const rate = convert(number, value ?? null);
    return {
      address: this.#string(provider, "address"),
      hostname: this.#string(provider, "hostname"),
      token: this.#tokenOf(provider),
      requestsPerSecond: typeof rate === "number" ? rate : null,
    };
  }

  /** Null also for an empty string, which the provider treats as not set. */
  #string({ address, body }: ProviderBlock, name: string): string | null {
    const value = this.evaluation.evaluate(body[name], `${address}.${name}`);
    return typeof value === "string" && value !== "" ? value : null;
  }

  /** Tokens are usually set by variables, whose values are not known here: then the environment's token is used. */
  #tokenOf({ address, body }: ProviderBlock): string | null {
    const value = this.#tokens.tryEvaluate(body["token"]);
    if (value === undefined) {
      this.notices.push(`Only Terraform can evaluate ${address}.token. Using the token of the environment.`);
    }
    return typeof value === "string" ? value : null;
  }

  /** The configuration of the provider that a resource uses: the one of its alias, or the default one. */
  #providerOf({ body }: Pick<Block, "body">): ProviderBlock {
    return this.blocks.providers.of({ body, type: PROVIDER_TYPE });
  }
}
