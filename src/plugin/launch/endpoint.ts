import type { Server, ServerCredentials } from "@grpc/grpc-js";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address, Launch } from "./handshake";

/** Where the server listens, and how to leave nothing behind. */
export interface Endpoint extends Address {
  /** Synchronous, so that it can run while the process exits. */
  remove(): void;
}

/** A unix socket that only this user can reach; on Windows, where gRPC has none, a port of the loopback interface. */
export async function listen(
  server: Server,
  credentials: ServerCredentials,
  launch: Launch,
  platform: NodeJS.Platform = process.platform,
): Promise<Endpoint> {
  return platform === "win32"
    ? await listenOnLoopback(server, credentials, launch.ports)
    : await listenOnSocket(server, credentials, launch.socketFolder);
}

async function listenOnSocket(
  server: Server,
  credentials: ServerCredentials,
  parent: string | undefined,
): Promise<Endpoint> {
  // mkdtemp makes the folder 0700.
  const folder = mkdtempSync(join(parent ?? tmpdir(), "plugin-"));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  const address = join(folder, "socket");
  try {
    await bind(server, credentials, `unix:${address}`);
  } catch (error) {
    remove();
    throw error;
  }
  return { network: "unix", address, remove };
}

async function listenOnLoopback(
  server: Server,
  credentials: ServerCredentials,
  { min, max }: Launch["ports"],
): Promise<Endpoint> {
  let failure: unknown;
  for (let port = min; port <= max; port += 1) {
    try {
      const address = `127.0.0.1:${port}`;
      await bind(server, credentials, address);
      return { network: "tcp", address, remove: () => undefined };
    } catch (error) {
      failure = error;
    }
  }
  throw new Error(`No port from ${min} to ${max} is free on 127.0.0.1.`, { cause: failure });
}

function bind(server: Server, credentials: ServerCredentials, target: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.bindAsync(target, credentials, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}
