import { Metadata, status } from "@grpc/grpc-js";
import type { handleServerStreamingCall, handleUnaryCall, Server } from "@grpc/grpc-js";
import { once } from "node:events";
import * as protocol from "../wire/protocol";
import { applyResourceChange } from "./apply-call";
import { readDataSource } from "./data-source-calls";
import { getResourceIdentitySchemas, upgradeResourceIdentity } from "./identity-calls";
import { listResource } from "./list-calls";
import { moveResourceState } from "./move-call";
import { planResourceChange } from "./plan-call";
import { configureProvider, getFunctions, getMetadata, getProviderSchema } from "./provider-calls";
import { importResourceState, readResource, upgradeResourceState } from "./resource-calls";
import type { Session } from "./session";
import {
  validateDataResourceConfig,
  validateListResourceConfig,
  validateProviderConfig,
  validateResourceConfig,
} from "./validate-calls";

/** Handles one call, with both messages as bytes. */
type ProviderCall = (request: Uint8Array) => Promise<Buffer>;

/** The calls of Terraform's protocol by name. Others fail with UNIMPLEMENTED, as the protocol requires. */
export function providerCalls(session: Session): ReadonlyMap<string, ProviderCall> {
  const calls = new Map<string, ProviderCall>();
  const serve = <Q, R>(name: string, { request, response }: Procedure<Q, R>, handler: Handler<Q, R>): void => {
    calls.set(name, async (bytes) => {
      const decoded = request.decode(bytes);
      session.logger.trace("Received call", { rpc: name, ...typeNameOf(decoded) });
      return response.encode(await handler(session, decoded));
    });
  };

  serve("GetMetadata", protocol.GetMetadata, getMetadata);
  serve("GetProviderSchema", protocol.GetProviderSchema, getProviderSchema);
  serve("GetFunctions", protocol.GetFunctions, getFunctions);
  serve("GetResourceIdentitySchemas", protocol.GetResourceIdentitySchemas, getResourceIdentitySchemas);
  serve("ValidateProviderConfig", protocol.ValidateProviderConfig, validateProviderConfig);
  serve("ConfigureProvider", protocol.ConfigureProvider, configureProvider);
  serve("ValidateResourceConfig", protocol.ValidateResourceConfig, validateResourceConfig);
  serve("UpgradeResourceState", protocol.UpgradeResourceState, upgradeResourceState);
  serve("UpgradeResourceIdentity", protocol.UpgradeResourceIdentity, upgradeResourceIdentity);
  serve("ReadResource", protocol.ReadResource, readResource);
  serve("PlanResourceChange", protocol.PlanResourceChange, planResourceChange);
  serve("ApplyResourceChange", protocol.ApplyResourceChange, applyResourceChange);
  serve("ImportResourceState", protocol.ImportResourceState, importResourceState);
  serve("MoveResourceState", protocol.MoveResourceState, moveResourceState);
  serve("ValidateDataResourceConfig", protocol.ValidateDataResourceConfig, validateDataResourceConfig);
  serve("ReadDataSource", protocol.ReadDataSource, readDataSource);
  serve("ValidateListResourceConfig", protocol.ValidateListResourceConfig, validateListResourceConfig);
  serve("StopProvider", protocol.StopProvider, () => {
    session.stop("The provider was stopped");
    return {};
  });
  return calls;
}

/** Handles one call whose response is a stream of messages, all as bytes. */
type ProviderStream = (request: Uint8Array) => AsyncIterable<Buffer>;

/** The only call with a stream of responses. */
async function* listResourceStream(session: Session, bytes: Uint8Array): AsyncGenerator<Buffer, void, undefined> {
  const { request, response } = protocol.ListResource;
  const decoded = request.decode(bytes);
  session.logger.trace("Received call", { rpc: "ListResource", ...typeNameOf(decoded) });
  for await (const event of listResource(session, decoded)) yield response.encode(event);
}

/** Serves all calls of Terraform's protocol over gRPC. */
export function addProviderService(server: Server, session: Session): void {
  for (const [name, call] of providerCalls(session)) addUnary(server, session, `/tfplugin6.Provider/${name}`, call);
  addStream(server, session, "/tfplugin6.Provider/ListResource", (bytes) => listResourceStream(session, bytes));
}

/** The resource type of a call, for logs. */
function typeNameOf(request: unknown): { readonly type?: unknown } {
  if (typeof request !== "object" || request === null) return {};
  if ("typeName" in request) return { type: request.typeName };
  return "targetTypeName" in request ? { type: request.targetTypeName } : {};
}

/** Serves the calls of go-plugin. @param shutdown - Ends the process after the response is sent. */
export function addSupervisorServices(server: Server, session: Session, shutdown: () => void): void {
  addUnary(server, session, "/plugin.GRPCController/Shutdown", () => {
    shutdown();
    return Promise.resolve(protocol.Shutdown.response.encode({}));
  });
  addUnary(server, session, "/grpc.health.v1.Health/Check", () =>
    Promise.resolve(protocol.HealthCheck.response.encode({ status: protocol.SERVING })),
  );
  addEmptyStream(server, session, "/plugin.GRPCStdio/StreamStdio");
}

/** One remote procedure: decodes its request and encodes its response. */
interface Procedure<Request, Response> {
  readonly request: { decode(bytes: Uint8Array): Request };
  readonly response: { encode(value: Response): Buffer };
}

type Handler<Request, Response> = (session: Session, request: Request) => Response | Promise<Response>;

/** {@link providerCalls} decodes and encodes messages instead of gRPC, so that their errors are logged, too. */
const passThrough = (bytes: Buffer): Buffer => bytes;

function addUnary(server: Server, { logger, secrets }: Session, path: string, handle: ProviderCall): void {
  // Async, so that a decoding error becomes a rejection.
  const handleBytes = async (bytes: Buffer): Promise<Buffer> => handle(bytes);
  const handler: handleUnaryCall<Buffer, Buffer> = (call, callback) => {
    handleBytes(call.request).then(
      (bytes) => callback(null, bytes),
      (error: unknown) => {
        // Errors of handlers are diagnostics. Any other error is a bug in the SDK or an invalid message.
        logger.error(`${path} failed`, { error });
        callback({ code: status.INTERNAL, details: secrets.redact(String(error)) });
      },
    );
  };
  server.register(path, handler, passThrough, passThrough, "unary");
}

/** Sends each message after the previous one was consumed, and stops when the caller cancels. */
function addStream(server: Server, { logger, secrets }: Session, path: string, handle: ProviderStream): void {
  const handler: handleServerStreamingCall<Buffer, Buffer> = (call) => {
    const cancelled = new AbortController();
    call.once("cancelled", () => cancelled.abort());
    const send = async (): Promise<void> => {
      for await (const bytes of handle(call.request)) {
        if (call.cancelled) return;
        if (!call.write(bytes)) await once(call, "drain", { signal: cancelled.signal });
      }
      call.end();
    };
    send().catch((error: unknown) => {
      if (call.cancelled) return;
      logger.error(`${path} failed`, { error });
      call.destroy(Object.assign(new Error(secrets.redact(String(error))), { code: status.INTERNAL }));
    });
  };
  server.register(path, handler, passThrough, passThrough, "serverStream");
}

/** The stream for output of the plugin, which uses stderr instead. Closes with the session, to let the server close. */
function addEmptyStream(server: Server, { signal }: Session, path: string): void {
  const handler: handleServerStreamingCall<Buffer, Buffer> = (call) => {
    call.sendMetadata(new Metadata());
    if (signal.aborted) call.end();
    else signal.addEventListener("abort", () => call.end(), { once: true });
  };
  server.register(path, handler, passThrough, passThrough, "serverStream");
}
