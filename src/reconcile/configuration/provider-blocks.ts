import { number } from "../../schema";
import type { Block, Blocks } from "./blocks";
import { convert } from "./conversion";
import { Evaluation } from "./evaluation";
import type { JsonObject } from "./json-object";
import { PROVIDER } from "./validate-block";

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

  constructor(
    private readonly blocks: Blocks,
    private readonly evaluation: Evaluation,
    private readonly variableSetBy?: (name: string) => string | undefined,
  ) {}

  /** The organization that the provider of a resource sets. */
  organizationOf(block: Pick<Block, "body">): string | undefined {
    const { address, body } = this.#providerOf(block);
    return this.#string(address, body, "organization") ?? undefined;
  }

  /** The connection that the provider of a resource configures. */
  connectionOf(block: Pick<Block, "body">): ConnectionConfiguration {
    const { address, body } = this.#providerOf(block);
    const value = this.evaluation.evaluate(body["requests_per_second"], `${address}.requests_per_second`);
    const rate = convert(number, value ?? null);
    return {
      address: this.#string(address, body, "address"),
      hostname: this.#string(address, body, "hostname"),
      token: this.#tokenOf(address, body),
      requestsPerSecond: typeof rate === "number" ? rate : null,
    };
  }

  /** Null also for an empty string, which the provider treats as not set. */
  #string(address: string, body: JsonObject, name: string): string | null {
    const value = this.evaluation.evaluate(body[name], `${address}.${name}`);
    return typeof value === "string" && value !== "" ? value : null;
  }

  /** Tokens are usually set by variables, whose values are not known here: then the environment's token is used. */
  #tokenOf(address: string, body: JsonObject): string | null {
    const evaluation = new Evaluation(this.blocks, { variableSetBy: this.variableSetBy });
    const value = evaluation.evaluate(body["token"], `${address}.token`);
    if (value === undefined) {
      const notice = `Only Terraform can evaluate ${address}.token. Using the token of the environment.`;
      if (!this.notices.includes(notice)) this.notices.push(notice);
    }
    return typeof value === "string" ? value : null;
  }

  /** The configuration of the provider that a resource uses: the one of its alias, or the default one. */
  #providerOf({ body }: Pick<Block, "body">): { readonly address: string; readonly body: JsonObject } {
    const reference = typeof body["provider"] === "string" ? body["provider"] : PROVIDER;
    const [name = "", alias] = reference.replace(/^\$\{(.*)\}$/, "$1").split(".");
    const found = this.blocks.providers.find((it) => it.name === name && it.body["alias"] === alias);
    return { address: `provider.${alias === undefined ? name : `${name}.${alias}`}`, body: found?.body ?? {} };
  }
}
