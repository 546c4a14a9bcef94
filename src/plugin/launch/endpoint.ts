import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GrpcServer } from "../wire/grpc-server";
import type { Address, Launch } from "./handshake";

/** Where the server listens, and how to leave nothing behind. */
export interface Endpoint extends Address {
  /** Synchronous, so that it can run while the process exits. */
  remove(): void;
}

/** A unix socket that only this user can reach; on Windows, where node has none, a port of the loopback interface. */
export async function listen(
  server: GrpcServer,
  launch: Launch,
  platform: NodeJS.Platform = process.platform,
): Promise<Endpoint> {
  return platform === "win32"
    ? await listenOnLoopback(server, launch.ports)
    : await listenOnSocket(server, launch.socketFolder);
}

async function listenOnSocket(server: GrpcServer, parent: string | undefined): Promise<Endpoint> {
  // mkdtemp makes the folder 0700.
  const folder = mkdtempSync(join(parent ?? tmpdir(), "plugin-"));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  const address = join(folder, "socket");
  try {
    await server.listen({ path: address });
  } catch (error) {
    remove();
    throw error;
  }
  return { network: "unix", address, remove };
}

const LOOPBACK = "127.0.0.1";

async function listenOnLoopback(server: GrpcServer, { min, max }: Launch["ports"]): Promise<Endpoint> {
  let failure: unknown;
  for (let port = min; port <= max; port += 1) {
    try {
      await server.listen({ host: LOOPBACK, port });
      return { network: "tcp", address: `${LOOPBACK}:${port}`, remove: () => undefined };
    } catch (error) {
      failure = error;
    }
  }
  throw new Error(`No port from ${min} to ${max} is free on 127.0.0.1.`, { cause: failure });
}
