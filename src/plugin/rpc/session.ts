import { DiagnosticError, Diagnostics } from "../diagnostics";
import type { Diagnostic } from "../diagnostics";
import type { Logger } from "../logger";
import type { ConfiguredContext, Context, DataSource, ListResource, Provider, Resource } from "../provider";
import { formatPath, type Schema } from "../../schema";
import { ConversionError } from "../value/coerce";
import { ObjectCodec } from "../value/object-codec";
import type { DiagnosticMessage, RequestOf, ResponseOf } from "../wire/protocol";
import { diagnosticMessages } from "./diagnostic-messages";
import { PlannedObjects } from "./private-state";
import { Secrets } from "./secrets";

/** Handles a call of the protocol. */
export type CallHandler<P extends { readonly request: unknown; readonly response: unknown }> = (
  session: Session,
  request: RequestOf<P>,
) => Promise<ResponseOf<P>>;

interface WithDiagnostics {
  readonly diagnostics: readonly DiagnosticMessage[];
}

export const NO_SCHEMA: Schema = { description: "", attributes: {} };

/** The state of one launch of a provider, shared by its requests. */
export class Session {
  readonly plannedObjects = new PlannedObjects();
  readonly #stop = new AbortController();
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #dataSources: ReadonlyMap<string, DataSource>;
  readonly #listResources: ReadonlyMap<string, ListResource>;
  #configured: { readonly value: unknown } | undefined;

  constructor(
    readonly provider: Provider,
    readonly logger: Logger,
    readonly secrets: Secrets = new Secrets(),
  ) {
    this.#resources = new Map(provider.resources.map((resource) => [resource.type, resource]));
    this.#dataSources = new Map(provider.dataSources.map((dataSource) => [dataSource.type, dataSource]));
    this.#listResources = new Map((provider.listResources ?? []).map((list) => [list.type, list]));
  }

  /** Aborts the signal of all handlers. @param reason - Shown to the user. */
  stop(reason: string): void {
    this.#stop.abort(new Error(reason));
  }

  /** Aborted when the provider stops. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  setProviderData(value: unknown): void {
    this.#configured = { value };
    this.secrets.add(...(this.provider.secrets?.(value) ?? []));
  }

  get isConfigured(): boolean {
    return this.#configured !== undefined;
  }

  resource(type: string): Resource {
    return this.#resources.get(type) ?? unknownType("resource", type, this.provider);
  }

  listResource(type: string): ListResource {
    return this.#listResources.get(type) ?? unknownType("list resource", type, this.provider);
  }

  dataSource(type: string): DataSource {
    return this.#dataSources.get(type) ?? unknownType("data source", type, this.provider);
  }

  /**
   * Handles one request: runs the handler, turns errors into diagnostics, and adds all diagnostics to the response.
   *
   * @param operation - As in "Cannot plan null_resource".
   * @param find - Returns the resource, data source or provider that the request is for.
   */
  async handle<T extends { readonly schema: Schema }, R extends object>(
    operation: string,
    find: () => T,
    handler: (scope: RequestScope, found: T) => R | Promise<R>,
  ): Promise<(R & WithDiagnostics) | WithDiagnostics> {
    const diagnostics = new Diagnostics();
    let schema = NO_SCHEMA;
    const response = await this.runGuarded(operation, diagnostics, () => {
      const found = find();
      ({ schema } = found);
      // A request that arrives after StopProvider is not started.
      this.#stop.signal.throwIfAborted();
      return handler(
        new RequestScope(
          this,
          new ObjectCodec(schema, (object) => this.secrets.addSensitive(schema, object)),
          this.context(diagnostics),
        ),
        found,
      );
    });
    return { ...response, diagnostics: this.messagesOf(diagnostics.entries, schema) };
  }

  /** The diagnostics as messages, without secrets. */
  messagesOf(diagnostics: readonly Diagnostic[], schema: Schema = NO_SCHEMA): DiagnosticMessage[] {
    return diagnosticMessages(this.#redacted(diagnostics), schema);
  }

  #redacted(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    return diagnostics.map((diagnostic) => ({
      ...diagnostic,
      summary: this.secrets.redact(diagnostic.summary),
      detail: this.secrets.redact(diagnostic.detail),
    }));
  }

  /** Runs the work. Returns undefined if it fails, with an error in the diagnostics. */
  async runGuarded<T>(operation: string, diagnostics: Diagnostics, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.logger.debug(`Cannot ${operation}`, { error });
      if (error instanceof DiagnosticError) diagnostics.add(...error.diagnostics);
      else if (error instanceof ConversionError) {
        diagnostics.error(
          `Cannot ${operation}: wrong type`,
          `${formatPath(error.path)}: ${error.message}.`,
          error.path,
        );
      } else if (this.signal.aborted) {
        diagnostics.error(`Interrupted: ${operation}`, `The operation was interrupted (${messageOf(error)}).`);
      } else diagnostics.error(`Cannot ${operation}`, messageOf(error));
      return undefined;
    }
  }

  context(diagnostics: Diagnostics): Context {
    return { diagnostics, signal: this.signal, logger: this.logger };
  }

  toConfiguredContext(context: Context): ConfiguredContext<unknown> {
    if (this.#configured === undefined) {
      throw DiagnosticError.of(
        "Provider not configured",
        `The provider "${this.provider.name}" was used before it was configured. This is a bug in Terraform or ` +
          "OpenTofu.",
      );
    }
    return { ...context, provider: this.#configured.value };
  }
}

/** One request in progress. */
export class RequestScope {
  constructor(
    private readonly session: Session,
    readonly codec: ObjectCodec,
    readonly context: Context,
  ) {}

  get schema(): Schema {
    return this.codec.schema;
  }

  get providerName(): string {
    return this.session.provider.name;
  }

  get diagnostics(): Diagnostics {
    return this.context.diagnostics;
  }

  /** @throws DiagnosticError if the provider is not configured */
  get configuredContext(): ConfiguredContext<unknown> {
    return this.session.toConfiguredContext(this.context);
  }

  /** @see Session.runGuarded */
  runGuarded<T>(operation: string, work: () => T | Promise<T>): Promise<T | undefined> {
    return this.session.runGuarded(operation, this.diagnostics, work);
  }
}

function unknownType(kind: string, type: string, { name, version }: Provider): never {
  throw DiagnosticError.of(
    `Unknown ${kind}`,
    `The provider "${name}" ${version} has no ${kind} of type "${type}". A newer version may have it.`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : String(error);
}
