import { createServer } from "node:http";
import type { IncomingHttpHeaders, Server } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** A CONNECT request as received. */
export interface TunnelRequest {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** A proxy that connects every tunnel to one local port, whatever the requested host, or rejects it. */
export class ProxyServer {
  readonly tunnels: TunnelRequest[] = [];
  /** All data sent through the tunnels, as the proxy sees it. */
  readonly traffic: Buffer[] = [];
  /** Status to send instead of opening tunnels; 0 for no response at all, "drip" for a response that never ends. */
  failure: number | "drip" | undefined;
  readonly #sockets = new Set<Socket>();

  private constructor(
    readonly server: Server,
    readonly address: string,
  ) {}

  static async start(portBehind: number): Promise<ProxyServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const proxy = new ProxyServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on("connection", (socket) => proxy.#sockets.add(socket));
    server.on("connect", ({ url, headers }, socket) => {
      proxy.tunnels.push({ target: url!, headers });
      socket.on("error", () => undefined);
      if (proxy.failure === 0) {
        // Read on, or the end of the connection would go unnoticed.
        socket.resume().on("end", () => socket.end());
        return;
      }
      if (proxy.failure === "drip") {
        const timer = setInterval(() => socket.write("X-Wait: 1\r\n"), 10);
        socket.write("HTTP/1.1 200 Wait\r\n");
        socket.resume().on("close", () => clearInterval(timer));
        return;
      }
      if (proxy.failure !== undefined) {
        socket.end(`HTTP/1.1 ${proxy.failure} No ${headers["proxy-authorization"] ?? ""}\r\n\r\n`);
        return;
      }
      const behind = connect(portBehind, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        socket.pipe(behind).pipe(socket);
        socket.on("data", (chunk: Buffer) => proxy.traffic.push(chunk));
      });
      behind.on("error", () => socket.destroy());
      socket.on("close", () => behind.destroy());
    });
    return proxy;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
