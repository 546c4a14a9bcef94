import { uint32, message, string } from "./message";

/** What Terraform's plugin supervisor (go-plugin) asks of every plugin, whatever it does beside. */

const Empty = message({});

/** Asks the process to end. */
export const Shutdown = { request: Empty, response: Empty };

export const SERVING = 1;
/** The standard health check of gRPC. */
export const HealthCheck = { request: message({ service: string(1) }), response: message({ status: uint32(1) }) };
