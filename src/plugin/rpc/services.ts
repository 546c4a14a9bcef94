import type { GrpcServer, Procedure } from "../wire/grpc-server";
import * as protocol from "../wire/protocol";
import * as supervisor from "../wire/supervisor-protocol";
import { applyResourceChange } from "./apply-call";
import { readDataSource, validateDataResourceConfig } from "./data-source-calls";
import { planResourceChange } from "./plan-call";
import { configureProvider, getMetadata, getProviderSchema, validateProviderConfig } from "./provider-calls";
import { importResourceState, readResource, upgradeResourceState, validateResourceConfig } from "./resource-calls";
import type { Session } from "./session";

/** The calls of Terraform's protocol. Those that are not here are answered UNIMPLEMENTED, as the protocol has it. */
export function addProviderService(server: GrpcServer, session: Session): void {
  const serve = <Q, R>(name: string, procedure: Procedure<Q, R>, answer: (request: Q) => R | Promise<R>): void =>
    server.unary(`/tfplugin6.Provider/${name}`, procedure, answer);

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
export function addSupervisorServices(server: GrpcServer, shutdown: () => void): void {
  server.unary("/plugin.GRPCController/Shutdown", supervisor.Shutdown, () => {
    shutdown();
    return {};
  });
  server.unary("/grpc.health.v1.Health/Check", supervisor.HealthCheck, () => ({ status: supervisor.SERVING }));
  // What a plugin prints would go here; logs go to stderr.
  server.silentStream("/plugin.GRPCStdio/StreamStdio");
}
