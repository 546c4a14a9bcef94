import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { createIdentity, type Identity } from "../../src/plugin/launch/certificate";
import { inheritedEnvironment } from "./terraform";

/** What Terraform passes to each plugin that it launches. */
export function launchEnvironment(clientCertificate: string): Readonly<Record<string, string>> {
  return {
    TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
    PLUGIN_PROTOCOL_VERSIONS: "5,6",
    PLUGIN_CLIENT_CERT: clientCertificate,
    PLUGIN_MIN_PORT: "10000",
    PLUGIN_MAX_PORT: "25000",
  };
}

/** A provider's executable that was launched as Terraform launches it. */
export class ExecutableProvider {
  private constructor(
    readonly child: ChildProcess,
    /** For which it was launched. */
    readonly identity: Identity,
    /** The parts of its handshake: versions, network, address, protocol, certificate. */
    readonly handshake: readonly string[],
  ) {}

  /** @param words - The executable and its arguments. */
  static async launch(words: readonly [string, ...string[]], env: NodeJS.ProcessEnv): Promise<ExecutableProvider> {
    const identity = createIdentity();
    const [file, ...args] = words;
    const child = spawn(file, args, {
      env: { ...env, ...launchEnvironment(identity.certificatePem) },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let stdout = "";
    for await (const text of child.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
      stdout += String(text);
      if (stdout.includes("\n")) break;
    }
    const handshake = stdout.trim().split("|");
    if (handshake.length !== 6) throw new Error(`${words.join(" ")} gave no handshake, but: ${stdout}`);
    return new ExecutableProvider(child, identity, handshake);
  }

  /** The certificate of its handshake. */
  get certificate(): string {
    return pem(this.handshake[5] ?? "");
  }

  /**
   * Connects to the owner of the certificate of its handshake.
   *
   * @param identity - By default the one for which it was launched; null for none.
   */
  async connect(identity: Identity | null = this.identity): Promise<Socket> {
    const [, , network, address = ""] = this.handshake;
    const [host = "", port = ""] = address.split(":");
    const socket = connectTls({
      ...(network === "unix" ? { path: address } : { host, port: Number(port) }),
      servername: "localhost",
      ca: this.certificate,
      ...(identity !== null && { cert: identity.certificatePem, key: identity.privateKeyPem }),
      ALPNProtocols: ["h2"],
    });
    await once(socket, "secureConnect");
    return socket;
  }
}

/** Launches the executable, with the environment that this process has now, and lets the socket speak with it. */
export async function serveByLaunching(executable: string, socket: Socket): Promise<void> {
  socket.pause();
  const terraform = Object.entries(process.env).filter(([name]) => name.startsWith("TF_"));
  const provider = await ExecutableProvider.launch([executable], {
    ...inheritedEnvironment(),
    ...Object.fromEntries(terraform),
  });
  const connection = await provider.connect();
  const end = (): void => {
    connection.destroy();
    socket.destroy();
    provider.child.kill();
  };
  for (const side of [connection, socket]) side.on("error", end).once("close", end);
  // Terraform may have given up, and connects again then.
  if (socket.destroyed) end();
  socket.pipe(connection);
  connection.pipe(socket);
}

/** A certificate of a handshake, whose Base64 has no padding. */
function pem(certificate: string): string {
  const lines = Buffer.from(certificate, "base64").toString("base64").replace(/.{64}/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
