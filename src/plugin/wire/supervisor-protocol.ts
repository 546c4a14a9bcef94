import { count, message, text } from "./message";

/** What Terraform's plugin supervisor (go-plugin) asks of every plugin, whatever it does beside. */

const Empty = message({});

/** Asks the process to end. */
export const Shutdown = { request: Empty, response: Empty };

export const SERVING = 1;
/** The standard health check of gRPC. */
export const HealthCheck = { request: message({ service: text(1) }), response: message({ status: count(1) }) };
