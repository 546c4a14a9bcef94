import { JsonLogger } from "../../src/plugin/logger";
import type { Provider } from "../../src/plugin/provider";
import { providerCalls } from "../../src/plugin/rpc/services";
import { Session } from "../../src/plugin/rpc/session";
import { isArray, isRecord, type Block, type Body, type Schema } from "../../src/schema";
import { ConversionError, coerceObject } from "../../src/plugin/value/coerce";
import { nativeNumber } from "../../src/plugin/value/numbers";
import { ObjectCodec } from "../../src/plugin/value/object-codec";
import type { ObjectValue } from "../../src/plugin/value/value";
import * as protocol from "../../src/plugin/wire/protocol";
import { hasErrors, shownDiagnostic } from "./diagnostics";
import type { ShownDiagnostic } from "./diagnostics";
import { readSchemas, withIdentities } from "./schemas";
import type { Schemas } from "./schemas";

/** A call from Terraform to the provider. */
export interface ProviderCallRecord {
  /** Name in the protocol, such as `PlanResourceChange`. */
  readonly rpc: string;
  /** The resource or data source; undefined for calls about the provider. */
  readonly address: string | undefined;
}

export interface LaunchOptions {
  readonly terraformVersion: string;
  /** Whether creates and updates get the private data of their first plan. */
  readonly storesPlannedPrivate: boolean;
  /** Whether identities are stored. */
  readonly storesIdentities: boolean;
  /** Receives lines of the provider's log, as JSON. */
  readonly log: ((line: string) => void) | undefined;
  /** Called before every call. */
  readonly onCall: (call: ProviderCallRecord) => void;
}

interface Procedure<Q, R> {
  readonly request: { encode(value: Q): Buffer };
  readonly response: { decode(bytes: Uint8Array): R };
}

type DiagnosedBy = Parameters<typeof shownDiagnostic>[0];

/**
 * A launch of a provider in this process. Calls and responses are encoded as between Terraform and the process of a
 * provider, but without gRPC.
 */
export class Launch {
  readonly diagnostics: ShownDiagnostic[] = [];
  readonly #session: Session;
  readonly #calls: ReturnType<typeof providerCalls>;
  #schemas: Schemas | undefined;

  constructor(
    provider: Provider,
    readonly options: LaunchOptions,
  ) {
    const { log: write = () => undefined } = options;
    // As in Terraform without TF_LOG, the provider writes only what is read.
    const level = options.log === undefined ? "off" : "trace";
    const logger = new JsonLogger({ module: `provider.${provider.name}`, write, level });
    this.#session = new Session(provider, logger);
    this.#calls = providerCalls(this.#session);
  }

  /** Makes a call, and collects its diagnostics. Returns the response, and whether there were errors. */
  async call<Q, R extends { readonly diagnostics: readonly DiagnosedBy[] }>(
    rpc: string,
    procedure: Procedure<Q, R>,
    address: string | undefined,
    request: Q,
  ): Promise<R & { readonly failed: boolean }> {
    const answer = await this.send(rpc, procedure, address, request);
    const diagnostics = answer.diagnostics.map((diagnostic) => shownDiagnostic(diagnostic, address));
    this.diagnostics.push(...diagnostics);
    return { ...answer, failed: hasErrors(diagnostics) };
  }

  async send<Q, R>(
    rpc: string,
    { request, response }: Procedure<Q, R>,
    address: string | undefined,
    message: Q,
  ): Promise<R> {
    const call = this.#calls.get(rpc);
    if (call === undefined) throw new Error(`The SDK does not serve ${rpc}.`);
    this.options.onCall({ rpc, address });
    return response.decode(await call(request.encode(message)));
  }

  /** Adds an error of Terraform. */
  error(address: string | undefined, summary: string, detail: string): void {
    this.diagnostics.push({ severity: "error", summary, detail, address, attribute: "" });
  }

  /** Returns whether it succeeded. */
  async configure(config: ObjectValue | null): Promise<boolean> {
    const wire = new ObjectCodec((await this.schemas()).provider).encode(config);
    const validated = await this.call("ValidateProviderConfig", protocol.ValidateProviderConfig, undefined, {
      config: wire,
    });
    if (validated.failed) return false;
    const { terraformVersion } = this.options;
    const configured = await this.call("ConfigureProvider", protocol.ConfigureProvider, undefined, {
      terraformVersion,
      config: wire,
    });
    return !configured.failed;
  }

  /** Read once per launch, or set with {@link withSchemas}, as in Terraform. */
  async schemas(): Promise<Schemas> {
    this.#schemas ??= await this.#readSchemas();
    return this.#schemas;
  }

  async #readSchemas(): Promise<Schemas> {
    const schemas = readSchemas(await this.send("GetProviderSchema", protocol.GetProviderSchema, undefined, {}));
    if (!this.options.storesIdentities) return schemas;
    const procedure = protocol.GetResourceIdentitySchemas;
    return withIdentities(schemas, await this.send("GetResourceIdentitySchemas", procedure, undefined, {}));
  }

  withSchemas(schemas: Schemas): this {
    this.#schemas = schemas;
    return this;
  }

  /** Ctrl-C. */
  async stop(): Promise<void> {
    await this.send("StopProvider", protocol.StopProvider, undefined, {});
  }
}

type ArgumentProblem = readonly [summary: string, detail: string];

/** What Terraform itself checks of the arguments and blocks of a body. */
function argumentProblems(
  { attributes, blocks = {} }: Body,
  values: Readonly<Record<string, unknown>>,
): readonly ArgumentProblem[] {
  const unsupported = Object.keys(values).filter((name) => !Object.hasOwn({ ...attributes, ...blocks }, name));
  const missing = Object.entries(attributes).filter(
    ([name, { mode }]) => mode === "required" && (values[name] ?? null) === null,
  );
  return [
    ...unsupported.map((name): ArgumentProblem => [
      "Unsupported argument",
      `An argument named "${name}" is not expected here.`,
    ]),
    ...missing.map(([name]): ArgumentProblem => [
      "Missing required argument",
      `The argument "${name}" is required, but no definition was found.`,
    ]),
    ...Object.entries(blocks).flatMap(([type, block]) => blockProblems(type, block, values[type] ?? null)),
  ];
}

function blockProblems(type: string, block: Block, value: unknown): readonly ArgumentProblem[] {
  const { minItems, maxItems = Infinity } = block;
  const all = value === null ? [] : isArray(value) ? value : isRecord(value) ? [value] : undefined;
  // With an unknown `dynamic` block.
  if (all === undefined) return [];
  const tooFew: ArgumentProblem = [
    `Insufficient ${type} blocks`,
    `At least ${minItems} "${type}" blocks are required.`,
  ];
  const tooMany: ArgumentProblem = [`Too many ${type} blocks`, `No more than ${maxItems} "${type}" blocks are allowed`];
  return [
    ...(all.length < minItems ? [tooFew] : []),
    ...(all.length > maxItems ? [tooMany] : []),
    ...all.filter(isRecord).flatMap((it) => argumentProblems(block, it)),
  ];
}

/** The arguments with the types of the schema; undefined, with errors, if they are invalid. */
export function checkedArguments(
  launch: Launch,
  address: string | undefined,
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
): ObjectValue | undefined {
  const problems = argumentProblems(schema, values);
  for (const [summary, detail] of problems) launch.error(address, summary, detail);
  if (problems.length > 0) return undefined;
  try {
    return coerceObject(schema, values, nativeNumber);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    launch.error(address, "Incorrect attribute value type", `${error.path.join(".")}: ${error.message}.`);
    return undefined;
  }
}
