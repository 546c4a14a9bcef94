import { Console } from "node:console";
import { writeSync } from "node:fs";
import { createIdentity } from "./launch/certificate";
import { listen } from "./launch/endpoint";
import { handshakeLine, readLaunch } from "./launch/handshake";
import { onceParentIsGone } from "./launch/parent";
import { JsonLogger, logLevel } from "./logger";
import type { Provider } from "./provider";
import { addProviderService, addSupervisorServices } from "./rpc/services";
import { Secrets } from "./rpc/secrets";
import { Session } from "./rpc/session";
import type { Schema } from "./schema";
import { GrpcServer } from "./wire/grpc-server";

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
  const secrets = new Secrets();
  const logger = new JsonLogger({
    module: `provider.${provider.name}`,
    level: logLevel(process.env),
    write: (line) => process.stderr.write(line),
    redact: (text) => secrets.redact(text),
  });
  process.on("unhandledRejection", (error) => logger.error("A promise was rejected and nobody looked", { error }));
  const session = new Session(provider, logger, secrets);
  const identity = createIdentity();
  const server = new GrpcServer({
    certificate: identity.certificatePem,
    privateKey: identity.privateKeyPem,
    clientCertificate: launch.clientCertificate,
    onError: (what, error) => logger.warn(`${what}: ${String(error)}`, { error }),
  });

  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    session.stop();
    void server.close().then(() => process.exit());
    setTimeout(() => process.exit(), GRACE_MILLISECONDS).unref();
  };
  addProviderService(server, session);
  addSupervisorServices(server, end);

  // Ctrl-C reaches the whole process group. What to do then is Terraform's to say: it calls StopProvider.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", end);
  process.on("SIGHUP", end);
  onceParentIsGone(end);

  const endpoint = await listen(server, launch);
  process.on("exit", () => {
    endpoint.remove();
  });
  writeSync(STDOUT, handshakeLine(endpoint, identity.certificateDer));
}

const STDOUT = 1;

/** Any other text on stdout ends the launch, so whatever is printed by whomever goes to stderr. */
function keepStdoutForHandshake(): void {
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
  globalThis.console = new Console(process.stderr);
}
