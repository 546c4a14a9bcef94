import { Client, credentials } from "@grpc/grpc-js";
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createIdentity } from "../../src/plugin/launch/certificate";
import type { Identity } from "../../src/plugin/launch/certificate";

/** Whose certificate the launched provider expects. */
export const terraformIdentity = createIdentity();

const OPTIONS = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

/** The change of the code that a run of `npm run test:mutation` tries, also in the processes that tests launch. */
const ACTIVE_MUTANT = "__STRYKER_ACTIVE_MUTANT__";

/** A provider that was launched as Terraform launches it, and what it said so far. */
export class LaunchedProvider {
  readonly child: ChildProcess;
  readonly closed: Promise<unknown>;
  stdout = "";
  stderr = "";

  constructor(executable: string, env: Readonly<Record<string, string>>) {
    this.child = spawn(process.execPath, [executable], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
        PLUGIN_PROTOCOL_VERSIONS: "5,6",
        PLUGIN_CLIENT_CERT: terraformIdentity.certificatePem,
        [ACTIVE_MUTANT]: process.env[ACTIVE_MUTANT],
        ...env,
      },
    });
    this.child.stdout!.on("data", (text: Buffer) => (this.stdout += text.toString()));
    this.child.stderr!.on("data", (text: Buffer) => (this.stderr += text.toString()));
    this.closed = once(this.child, "close");
  }

  /** The path of the socket, and the certificate. */
  async handshake(): Promise<{ readonly socket: string; readonly certificate: X509Certificate }> {
    while (!this.stdout.includes("\n")) await once(this.child.stdout!, "data");
    const [, , , socket = "", , certificate = ""] = this.stdout.trim().split("|");
    return { socket, certificate: new X509Certificate(Buffer.from(certificate, "base64")) };
  }

  /** @param who presents its certificate; undefined: nobody does */
  async client(who: Identity | undefined): Promise<Client> {
    const { socket, certificate } = await this.handshake();
    const secure = credentials.createSsl(
      Buffer.from(certificate.toString()),
      who === undefined ? null : Buffer.from(who.privateKeyPem),
      who === undefined ? null : Buffer.from(who.certificatePem),
    );
    return new Client(`unix:${socket}`, secure, { "grpc.ssl_target_name_override": "localhost", ...OPTIONS });
  }
}
