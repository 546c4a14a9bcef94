import { Server, ServerCredentials } from "@grpc/grpc-js";
import { once } from "node:events";
import { createServer, type AddressInfo, type Server as Listener, type Socket } from "node:net";
import type { Provider } from "../../src/plugin";
import { JsonLogger } from "../../src/plugin/logger";
import { addProviderService, addSupervisorServices } from "../../src/plugin/rpc/services";
import { Session } from "../../src/plugin/rpc/session";
import { serveByLaunching } from "./executable-provider";

/** Takes lines of the log of one session, as JSON. */
export type SessionLog = (line: string) => void;

/**
 * A provider to which Terraform connects in the process of the test, instead of launching its executable: what
 * acceptance tests of providers in Go do (https://developer.hashicorp.com/terraform/plugin/debugging). Terraform opens
 * a connection wherever it would launch the executable, so each connection has a session of its own.
 */
export class AttachedProvider {
  readonly #listener: Listener;
  readonly #sockets = new Set<Socket>();
  readonly #others: AttachedProvider[] = [];
  #isUsed = false;

  private constructor(
    private readonly source: string,
    serve: (socket: Socket) => void,
  ) {
    this.#listener = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined).once("close", () => this.#sockets.delete(socket));
      serve(socket);
    });
  }

  /**
   * @param source - `HOST/NAMESPACE/TYPE`, as in `required_providers`
   * @param onSession - Called for each session; gives what takes its log.
   */
  static async start(
    provider: Provider,
    source: string,
    onSession: () => SessionLog = () => () => undefined,
  ): Promise<AttachedProvider> {
    return new AttachedProvider(source, (socket) => serveInProcess(provider, socket, onSession())).#listen();
  }

  /** Launches an executable for each connection instead, as Terraform would. */
  static async startExecutable(executable: string, source: string): Promise<AttachedProvider> {
    return new AttachedProvider(source, (socket) => {
      serveByLaunching(executable, socket).catch((error: unknown) => socket.destroy(error as Error));
    }).#listen();
  }

  async #listen(): Promise<this> {
    this.#listener.listen(0, "127.0.0.1");
    await once(this.#listener, "listening");
    return this;
  }

  /** Where it listens, without TLS. */
  get hostPort(): string {
    const { port } = this.#listener.address() as AddressInfo;
    return `127.0.0.1:${port}`;
  }

  /** Has the commands that use this one use another one, too, and stops both together. */
  with(other: AttachedProvider): this {
    this.#others.push(other);
    return this;
  }

  /** What a command finds in its environment that is to use it. */
  get environment(): Readonly<Record<string, string>> {
    return { TF_REATTACH_PROVIDERS: JSON.stringify(this.#attachments) };
  }

  get #attachments(): Readonly<Record<string, object>> {
    const address = { Network: "tcp", String: this.hostPort };
    const attachment = { Protocol: "grpc", ProtocolVersion: 6, Pid: process.pid, Test: true, Addr: address };
    return Object.assign({ [this.source]: attachment }, ...this.#others.map((other) => other.#attachments)) as Readonly<
      Record<string, object>
    >;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#others.map((other) => other.stop()));
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#listener.close(resolve));
  }

  /** Gives it the environment of a command for as long as that runs, as a launched provider inherits it. */
  async during<T>(env: Readonly<Record<string, string>>, command: Promise<T>): Promise<T> {
    if (this.#isUsed) throw new Error("Another command uses the attached provider.");
    this.#isUsed = true;
    const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, env);
    try {
      return await command;
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
      this.#isUsed = false;
    }
  }
}

function serveInProcess(provider: Provider, socket: Socket, log: SessionLog): void {
  const logger = new JsonLogger({ module: `provider.${provider.name}`, write: log });
  const session = new Session(provider, logger);
  const server = new Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
  addProviderService(server, session);
  addSupervisorServices(server, session, () => socket.end());
  socket.once("close", () => {
    session.stop("The provider was shut down");
    server.forceShutdown();
  });
  server.createConnectionInjector(ServerCredentials.createInsecure()).injectConnection(socket);
}
