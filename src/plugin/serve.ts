import { Server, ServerCredentials } from "@grpc/grpc-js";
import { Console } from "node:console";
import { writeSync } from "node:fs";
import { createIdentity } from "./launch/certificate";
import { listen } from "./launch/endpoint";
import type { Endpoint } from "./launch/endpoint";
import { handshakeLine, readLaunch } from "./launch/handshake";
import type { Launch } from "./launch/handshake";
import { onceParentIsGone } from "./launch/parent";
import { JsonLogger, logLevel } from "./logger";
import type { Provider } from "./provider";
import { addProviderService, addSupervisorServices } from "./rpc/services";
import { Session } from "./rpc/session";
import type { Schema } from "./schema";

/** How long an ending process waits for what is still running. */
const GRACE_MILLISECONDS = 2000;

/**
 * The whole life of a provider's process: call it once, as the last thing of the executable's main file. Terraform
 * launches the executable, talks to it, and ends it. Started by hand, the process explains itself and ends with status 1.
 */
export async function serve<S extends Schema, C>(provider: Provider<S, C>): Promise<void> {
  keepStdoutForHandshake();
  const launch = readLaunch(process.env, provider.name);
  if (launch.kind !== "launched") {
    process.stderr.write(`${launch.explanation}\n`);
    process.exitCode = 1;
    return;
  }
  const logger = new JsonLogger({
    module: `provider.${provider.name}`,
    level: logLevel(process.env),
    write: (line) => process.stderr.write(line),
  });
  process.on("unhandledRejection", (error) => logger.error("A promise was rejected and nobody looked", { error }));
  const session = new Session(provider, logger);
  const server = new Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });

  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    session.stop();
    server.tryShutdown(() => process.exit());
    setTimeout(() => process.exit(), GRACE_MILLISECONDS).unref();
  };
  addProviderService(server, session);
  addSupervisorServices(server, session, end);

  // Ctrl-C reaches the whole process group. What to do then is Terraform's to say: it calls StopProvider.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", end);
  process.on("SIGHUP", end);
  onceParentIsGone(end);
  await open(server, launch);
}

async function open(server: Server, launch: Launch): Promise<Endpoint> {
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
  writeSync(STDOUT, handshakeLine(endpoint, identity.certificateDer));
  return endpoint;
}

const STDOUT = 1;

/** Any other text on stdout ends the launch, so whatever is printed by whomever goes to stderr. */
function keepStdoutForHandshake(): void {
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
  globalThis.console = new Console(process.stderr);
}
