import { Server, ServerCredentials } from "@grpc/grpc-js";
import { Console } from "node:console";
import { writeSync } from "node:fs";
import { sanitize } from "../sanitize";
import { createIdentity } from "./launch/certificate";
import { onCrash } from "./launch/crash";
import { listen } from "./launch/endpoint";
import { handshakeLine, readLaunch } from "./launch/handshake";
import type { LaunchConfig } from "./launch/handshake";
import { watchParent } from "./launch/watch-parent";
import { JsonLogger, logLevel } from "./logger";
import type { Provider } from "./provider";
import { Secrets } from "./rpc/secrets";
import { addProviderService, addSupervisorServices } from "./rpc/services";
import { Session } from "./rpc/session";
import type { Schema } from "../schema";

/** How long an ending process waits for what is still running. */
const SHUTDOWN_GRACE_MS = 2000;
/** How long the last answers have to be sent. */
const FLUSH_DELAY_MS = 5;

/**
 * The whole life of a provider's process: call it once, as the last thing of the executable's main file. Terraform
 * launches the executable, talks to it, and ends it. Started by hand, the process explains itself and ends with
 * status 1.
 */
export async function serve<S extends Schema, C>(provider: Provider<S, C>): Promise<void> {
  reserveStdoutForHandshake();
  const launch = readLaunch(process.env, provider.name);
  if (launch.kind !== "launched") {
    if (launch.kind === "by-hand") process.stderr.write(`${launch.explanation}\n`);
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
    // The last answers are not sent yet: Node 20.9 drops them with a session that is closed before they are.
    setTimeout(() => server.tryShutdown(() => process.exit()), FLUSH_DELAY_MS);
    setTimeout(() => process.exit(), SHUTDOWN_GRACE_MS).unref();
  };
  addProviderService(server, session);
  addSupervisorServices(server, session, () => shutDown("Terraform ended the provider"));

  // Ctrl-C reaches the whole process group. What to do then is Terraform's to say: it calls StopProvider.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => shutDown("The provider was told to end (SIGTERM)"));
  process.on("SIGHUP", () => shutDown("The provider was told to end (SIGHUP)"));
  watchParent(() => shutDown("Terraform is gone"));
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

/** Has the server listen to Terraform and nobody else; gives the line that says where. */
async function open(server: Server, launch: LaunchConfig): Promise<string> {
  const identity = createIdentity();
  const keyPair = {
    private_key: Buffer.from(identity.privateKeyPem),
    cert_chain: Buffer.from(identity.certificatePem),
  };
  const credentials = ServerCredentials.createSsl(Buffer.from(launch.clientCertificate), [keyPair], true);
  const endpoint = await listen(server, credentials, launch);
  process.on("exit", () => {
    endpoint.remove();
  });
  return handshakeLine(endpoint, identity.certificateDer);
}

const STDOUT = 1;

/** Terraform shows the user the first line of stdout when that is not the handshake. */
function printErrorForTerraform(text: string): void {
  writeSync(STDOUT, `${sanitize(text.replace(/\s+/g, " "))}\n`);
}

/** Any other text on stdout ends the launch, so whatever is printed by whomever goes to stderr. */
function reserveStdoutForHandshake(): void {
  // When nobody reads it any more Terraform is gone, and that ends the process in its own way.
  process.stderr.on("error", () => undefined);
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
  globalThis.console = new Console(process.stderr);
}
