import { Metadata, status } from "@grpc/grpc-js";
import type { handleServerStreamingCall, handleUnaryCall, Server } from "@grpc/grpc-js";
import * as protocol from "../wire/protocol";
import * as supervisor from "../wire/supervisor-protocol";
import { applyResourceChange } from "./apply-call";
import { readDataSource, validateDataResourceConfig } from "./data-source-calls";
import { planResourceChange } from "./plan-call";
import { configureProvider, getMetadata, getProviderSchema, validateProviderConfig } from "./provider-calls";
import { importResourceState, readResource, upgradeResourceState, validateResourceConfig } from "./resource-calls";
import type { Session } from "./session";

/** Answers one call: both messages as the bytes that go over the wire. */
export type ProviderCall = (request: Uint8Array) => Promise<Buffer>;

/**
 * The calls of Terraform's protocol by name. Those that are not here are answered UNIMPLEMENTED, as the protocol has it.
 */
export function providerCalls(session: Session): ReadonlyMap<string, ProviderCall> {
  const calls = new Map<string, ProviderCall>();
  const serve = <Q, R>(name: string, { request, response }: Procedure<Q, R>, handler: Handler<Q, R>): void => {
    calls.set(name, async (bytes) => {
      const decoded = request.decode(bytes);
      session.logger.trace("Received call", { rpc: name, ...typeNameOf(decoded) });
      return response.encode(await handler(decoded));
    });
  };

  serve("GetMetadata", protocol.GetMetadata, () => getMetadata(session));
  serve("GetProviderSchema", protocol.GetProviderSchema, () => getProviderSchema(session));
  serve("ValidateProviderConfig", protocol.ValidateProviderConfig, (request) =>
    validateProviderConfig(session, request),
  );
  serve("ConfigureProvider", protocol.ConfigureProvider, (request) => configureProvider(session, request));
  serve("ValidateResourceConfig", protocol.ValidateResourceConfig, (request) =>
    validateResourceConfig(session, request),
  );
  serve("UpgradeResourceState", protocol.UpgradeResourceState, (request) => upgradeResourceState(session, request));
  serve("ReadResource", protocol.ReadResource, (request) => readResource(session, request));
  serve("PlanResourceChange", protocol.PlanResourceChange, (request) => planResourceChange(session, request));
  serve("ApplyResourceChange", protocol.ApplyResourceChange, (request) => applyResourceChange(session, request));
  serve("ImportResourceState", protocol.ImportResourceState, (request) => importResourceState(session, request));
  serve("ValidateDataResourceConfig", protocol.ValidateDataResourceConfig, (request) =>
    validateDataResourceConfig(session, request),
  );
  serve("ReadDataSource", protocol.ReadDataSource, (request) => readDataSource(session, request));
  serve("StopProvider", protocol.StopProvider, () => {
    session.stop("Terraform asked the provider to stop");
    return {};
  });
  return calls;
}

/** Serves the calls of {@link providerCalls} over gRPC. */
export function addProviderService(server: Server, session: Session): void {
  for (const [name, call] of providerCalls(session)) addUnary(server, session, `/tfplugin6.Provider/${name}`, call);
}

/** The resource or data source that a call is about, for logs. */
function typeNameOf(request: unknown): { readonly type?: unknown } {
  return typeof request === "object" && request !== null && "typeName" in request ? { type: request.typeName } : {};
}

/** The calls that the plugin supervisor makes. @param shutdown ends the process, soon after the call was answered */
export function addSupervisorServices(server: Server, session: Session, shutdown: () => void): void {
  addUnary(server, session, "/plugin.GRPCController/Shutdown", () => {
    shutdown();
    return Promise.resolve(supervisor.Shutdown.response.encode({}));
  });
  addUnary(server, session, "/grpc.health.v1.Health/Check", () =>
    Promise.resolve(supervisor.HealthCheck.response.encode({ status: supervisor.SERVING })),
  );
  addEmptyStream(server, session, "/plugin.GRPCStdio/StreamStdio");
}

/** One remote procedure: how its request is read and its response written. */
interface Procedure<Request, Response> {
  readonly request: { decode(bytes: Uint8Array): Request };
  readonly response: { encode(value: Response): Buffer };
}

type Handler<Request, Response> = (request: Request) => Response | Promise<Response>;

/** Messages are read and written in here rather than by the library, so that a failure of that is told of too. */
const passThrough = (bytes: Buffer): Buffer => bytes;

function addUnary(server: Server, { logger, secrets }: Session, path: string, handle: ProviderCall): void {
  // So that bytes which are no message fail in here too.
  const handleBytes = async (bytes: Buffer): Promise<Buffer> => handle(bytes);
  const handler: handleUnaryCall<Buffer, Buffer> = (call, callback) => {
    handleBytes(call.request).then(
      (bytes) => callback(null, bytes),
      (error: unknown) => {
        // Handlers' errors are diagnostics: what arrives here is a defect of this SDK, or no message of the protocol.
        logger.error(`${path} failed`, { error });
        callback({ code: status.INTERNAL, details: secrets.redact(String(error)) });
      },
    );
  };
  server.register(path, handler, passThrough, passThrough, "unary");
}

/**
 * What a plugin prints would go here; logs go to stderr. It closes when the session stops: an open call keeps the server
 * from closing.
 */
function addEmptyStream(server: Server, { signal }: Session, path: string): void {
  const handler: handleServerStreamingCall<Buffer, Buffer> = (call) => {
    call.sendMetadata(new Metadata());
    if (signal.aborted) call.end();
    else signal.addEventListener("abort", () => call.end(), { once: true });
  };
  server.register(path, handler, passThrough, passThrough, "serverStream");
}
