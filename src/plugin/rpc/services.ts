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

/** The calls of Terraform's protocol. Those that are not here are answered UNIMPLEMENTED, as the protocol has it. */
export function addProviderService(server: Server, session: Session): void {
  const serve = <Q, R>(name: string, procedure: Procedure<Q, R>, answer: Answer<Q, R>): void =>
    addUnary(server, session, `/tfplugin6.Provider/${name}`, procedure, answer);

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
}

/** The calls that the plugin supervisor makes. @param shutdown ends the process, soon after the call was answered */
export function addSupervisorServices(server: Server, session: Session, shutdown: () => void): void {
  addUnary(server, session, "/plugin.GRPCController/Shutdown", supervisor.Shutdown, () => {
    shutdown();
    return {};
  });
  addUnary(server, session, "/grpc.health.v1.Health/Check", supervisor.HealthCheck, () => ({
    status: supervisor.SERVING,
  }));
  addSilentStream(server, session, "/plugin.GRPCStdio/StreamStdio");
}

/** One remote procedure: how its request is read and its response written. */
interface Procedure<Request, Response> {
  readonly request: { decode(bytes: Uint8Array): Request };
  readonly response: { encode(value: Response): Buffer };
}

type Answer<Request, Response> = (request: Request) => Response | Promise<Response>;

/** Messages are read and written in here rather than by the library, so that a failure of that is told of too. */
const asTheyAre = (bytes: Buffer): Buffer => bytes;

function addUnary<Q, R>(
  server: Server,
  { logger, secrets }: Session,
  path: string,
  { request, response }: Procedure<Q, R>,
  answer: Answer<Q, R>,
): void {
  const answered = async (bytes: Buffer): Promise<Buffer> => response.encode(await answer(request.decode(bytes)));
  const handler: handleUnaryCall<Buffer, Buffer> = (call, callback) => {
    answered(call.request).then(
      (bytes) => callback(null, bytes),
      (error: unknown) => {
        // Handlers' errors are diagnostics: what arrives here is a defect of this SDK, or no message of the protocol.
        logger.error(`${path} failed`, { error });
        callback({ code: status.INTERNAL, details: secrets.redact(String(error)) });
      },
    );
  };
  server.register(path, handler, asTheyAre, asTheyAre, "unary");
}

/**
 * What a plugin prints would go here; logs go to stderr. It closes when the session stops: an open call keeps the server
 * from closing.
 */
function addSilentStream(server: Server, { signal }: Session, path: string): void {
  const handler: handleServerStreamingCall<Buffer, Buffer> = (call) => {
    call.sendMetadata(new Metadata());
    if (signal.aborted) call.end();
    else signal.addEventListener("abort", () => call.end(), { once: true });
  };
  server.register(path, handler, asTheyAre, asTheyAre, "serverStream");
}
