import type { Server, ServerCredentials } from "@grpc/grpc-js";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address, LaunchConfig } from "./handshake";

/** Where the server listens, and how to leave nothing behind. */
export interface Endpoint extends Address {
  /** Synchronous, so that it can run while the process exits. */
  remove(): void;
}

/** A unix socket that only this user can reach; on Windows, where gRPC has none, a port of the loopback interface. */
export async function listen(
  server: Server,
  credentials: ServerCredentials,
  launch: LaunchConfig,
  platform: NodeJS.Platform = process.platform,
): Promise<Endpoint> {
  const bind = (target: string): Promise<void> =>
    new Promise((resolve, reject) => {
      server.bindAsync(target, credentials, (error) => (error === null ? resolve() : reject(error)));
    });
  return platform === "win32" ? await listenOnLoopback(bind, launch.ports) : await listenOnSocket(bind, launch);
}

/** Takes a target in gRPC's words: `unix:PATH` or `HOST:PORT`. */
type Bind = (target: string) => Promise<void>;

async function listenOnSocket(bind: Bind, { socketFolder = tmpdir() }: LaunchConfig): Promise<Endpoint> {
  const folder = createSocketFolder(socketFolder);
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  const address = join(folder, SOCKET);
  try {
    await bind(`unix:${address}`);
  } catch (error) {
    remove();
    throw error;
  }
  return { network: "unix", address, remove };
}

const FOLDER_PREFIX = "plugin-";
const SOCKET = "socket";
/** In bytes, without the NUL at the end: macOS takes 103 and Linux 107 (`sun_path` in their manuals unix(4), unix(7)). */
const MAX_SOCKET_PATH_BYTES = 103;
/** Every unix has it. */
const FALLBACK_FOLDER = "/tmp";

/** A new folder in the wanted one or, where the path of a socket in that would be too long, in a short one. */
function createSocketFolder(preferred: string): string {
  // As long as what mkdtemp makes of it.
  const socket = join(preferred, `${FOLDER_PREFIX}XXXXXX`, SOCKET);
  const parent = Buffer.byteLength(socket) <= MAX_SOCKET_PATH_BYTES ? preferred : FALLBACK_FOLDER;
  try {
    // Only this user can enter it: mkdtemp gives it mode 0700.
    return mkdtempSync(join(parent, FOLDER_PREFIX));
  } catch (error) {
    const instead =
      parent === preferred ? "" : ` (used because the path of a socket in ${preferred} would be too long)`;
    throw new Error(
      `No folder for the provider's socket can be made in ${parent}${instead}: ${String(error)}. Set TMPDIR, or ` +
        "PLUGIN_UNIX_SOCKET_DIR if it is used, to a folder that exists, can be written to, and has a path of less than " +
        "80 bytes.",
      { cause: error },
    );
  }
}

const LOOPBACK = "127.0.0.1";

async function listenOnLoopback(bind: Bind, { min, max }: LaunchConfig["ports"]): Promise<Endpoint> {
  let failure: unknown;
  for (let port = min; port <= max; port += 1) {
    const address = `${LOOPBACK}:${port}`;
    try {
      await bind(address);
      return { network: "tcp", address, remove: () => undefined };
    } catch (error) {
      failure = error;
    }
  }
  throw new Error(`No port from ${min} to ${max} is free on ${LOOPBACK}.`, { cause: failure });
}
