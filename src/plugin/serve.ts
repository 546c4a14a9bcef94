import { Server, ServerCredentials } from "@grpc/grpc-js";
import { Console } from "node:console";
import { writeSync } from "node:fs";
import { sanitize } from "../sanitize";
import { createIdentity } from "./launch/certificate";
import { listen } from "./launch/endpoint";
import { handshakeLine, readLaunch } from "./launch/handshake";
import type { LaunchConfig } from "./launch/handshake";
import { onCrash, watchParent } from "./launch/lifecycle";
import { createTlsServer } from "./launch/mutual-tls";
import { JsonLogger, logLevel } from "./logger";
import type { Provider } from "./provider";
import { Secrets } from "./rpc/secrets";
import { addProviderService, addSupervisorServices } from "./rpc/services";
import { Session } from "./rpc/session";
import type { Schema } from "../schema";

/** How long a shutdown waits for calls in progress. */
const SHUTDOWN_GRACE_MS = 2000;
/** Turns of the event loop in which the last responses are sent: each of their frames takes one or two. */
const FLUSH_TURNS = 50;

/**
 * Runs the process of a provider. Call this once, at the end of the main file of the executable, which Terraform
 * launches and shuts down. If a user starts the executable, it prints an explanation and exits with status 1.
 */
export async function serve<S extends Schema, C>(provider: Provider<S, C>): Promise<void> {
  reserveStdoutForHandshake();
  const launch = readLaunch(process.env, provider.name);
  if (launch.kind !== "launched") {
    if (launch.kind === "manual") process.stderr.write(`${launch.explanation}\n`);
    else printErrorForTerraform(launch.explanation);
    process.exitCode = 1;
    return;
  }
  const secrets = new Secrets();
  const redact = (text: string): string => secrets.redact(text);
  const logger = new JsonLogger({
    module: `provider.${provider.name}`,
    level: logLevel(process.env),
    write: (line) => process.stderr.write(line),
    redact,
  });
  const session = new Session(provider, logger, secrets);
  const server = new Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });

  let isShuttingDown = false;
  const shutDown = (reason: string): void => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    session.stop(reason);
    // Node.js drops unsent responses when their session is closed.
    afterTurns(FLUSH_TURNS, () => server.tryShutdown(() => process.exit()));
    setTimeout(() => process.exit(), SHUTDOWN_GRACE_MS).unref();
  };
  addProviderService(server, session);
  addSupervisorServices(server, session, () => shutDown("The provider was shut down"));

  // Ctrl-C reaches the whole process group. Terraform decides what to do, and calls StopProvider.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => shutDown("The provider received SIGTERM"));
  process.on("SIGHUP", () => shutDown("The provider received SIGHUP"));
  watchParent(() => shutDown("The process that launched the provider has exited"));
  onCrash(logger, redact, (error) => {
    process.exitCode = 1;
    shutDown(`The provider crashed: ${error.message}`);
  });

  try {
    writeSync(STDOUT, await open(server, launch));
  } catch (error) {
    logger.error("The provider cannot start", { error });
    printErrorForTerraform(
      `The provider "${provider.name}" cannot start: ${error instanceof Error ? error.message : String(error)}`,
    );
    process.exitCode = 1;
  }
}

/** Calls a function after turns of the event loop, whose number, unlike a delay, suffices on a slow machine, too. */
function afterTurns(count: number, then: () => void): void {
  setImmediate(() => {
    if (count > 1) afterTurns(count - 1, then);
    else then();
  });
}

/** Starts the server for Terraform as the only client, and returns the handshake line. */
async function open(server: Server, launch: LaunchConfig): Promise<string> {
  const identity = createIdentity();
  // gRPC takes over connections once TLS is established.
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  const listener = createTlsServer(identity, launch.clientCertificate, (connection) => {
    injector.injectConnection(connection);
  });
  const endpoint = await listen(listener, launch);
  process.on("exit", () => {
    endpoint.remove();
  });
  return handshakeLine(endpoint, identity.certificateDer);
}

const STDOUT = 1;

/** Terraform shows the first line of stdout to the user if it is not the handshake. */
function printErrorForTerraform(text: string): void {
  writeSync(STDOUT, `${sanitize(text.replace(/\s+/g, " "))}\n`);
}

/** Redirects stdout to stderr, because any other text on stdout fails the launch. */
function reserveStdoutForHandshake(): void {
  // If nobody reads stderr, Terraform has exited, and watchParent ends the process.
  process.stderr.on("error", () => undefined);
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
  globalThis.console = new Console(process.stderr);
}
