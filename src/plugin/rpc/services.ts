import { status } from "@grpc/grpc-js";
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
  const serve = <Q, R>(name: string, procedure: protocol.Procedure<Q, R>, answer: Answer<Q, R>): void =>
    addUnary(server, `/tfplugin6.Provider/${name}`, procedure, answer, session);

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
    session.stop();
    return {};
  });
}

/** The calls that the plugin supervisor makes. @param shutdown ends the process, soon after the call was answered */
export function addSupervisorServices(server: Server, session: Session, shutdown: () => void): void {
  addUnary(
    server,
    "/plugin.GRPCController/Shutdown",
    supervisor.Shutdown,
    () => {
      shutdown();
      return {};
    },
    session,
  );
  addUnary(
    server,
    "/grpc.health.v1.Health/Check",
    supervisor.HealthCheck,
    () => ({ status: supervisor.SERVING }),
    session,
  );
  // Stays open without ever saying anything; the end of the process ends it.
  const silent: handleServerStreamingCall<unknown, object> = () => undefined;
  const { request, response } = supervisor.StreamStdio;
  server.register(
    "/plugin.GRPCStdio/StreamStdio",
    silent,
    (value) => response.encode(value),
    (bytes) => request.decode(bytes),
    "serverStream",
  );
}

type Answer<Q, R> = (request: Q) => R | Promise<R>;

function addUnary<Q, R>(
  server: Server,
  path: string,
  { request, response }: protocol.Procedure<Q, R>,
  answer: Answer<Q, R>,
  { logger }: Session,
): void {
  const handler: handleUnaryCall<Q, R> = (call, callback) => {
    Promise.resolve(call.request)
      .then(answer)
      .then((value) => callback(null, value))
      .catch((error: unknown) => {
        // Handlers' errors are diagnostics; what arrives here is a defect of this SDK.
        logger.error(`${path} failed`, { error });
        callback({ code: status.INTERNAL, details: String(error) });
      });
  };
  server.register(
    path,
    handler,
    (value) => response.encode(value),
    (bytes) => request.decode(bytes),
    "unary",
  );
}
