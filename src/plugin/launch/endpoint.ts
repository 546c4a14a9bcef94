import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { ListenOptions, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address, LaunchConfig } from "./handshake";

/** The address of the server, and its cleanup. */
interface Endpoint extends Address {
  /** Synchronous, to run while the process exits. */
  remove(): void;
}

/** Listens on a unix socket that only this user can access; on Windows, on a port of the loopback interface. */
export async function listen(
  server: Server,
  launch: LaunchConfig,
  platform: NodeJS.Platform = process.platform,
): Promise<Endpoint> {
  const bind = async (target: ListenOptions): Promise<void> => {
    server.listen(target);
    await once(server, "listening");
  };
  return platform === "win32" ? await listenOnLoopback(bind, launch.ports) : await listenOnSocket(bind, launch);
}

/** Listens on the target. Throws the reason if it cannot. */
type Bind = (target: ListenOptions) => Promise<void>;

async function listenOnSocket(bind: Bind, { socketFolder = tmpdir() }: LaunchConfig): Promise<Endpoint> {
  const folder = createSocketFolder(socketFolder);
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  const address = join(folder, SOCKET);
  try {
    await bind({ path: address });
  } catch (error) {
    remove();
    throw error;
  }
  return { network: "unix", address, remove };
}

const FOLDER_PREFIX = "plugin-";
const SOCKET = "socket";
/** Without the final NUL: 103 on macOS, 107 on Linux (`sun_path` in the manuals unix(4) and unix(7)). */
const MAX_SOCKET_PATH_BYTES = 103;
/** Exists on every unix. */
const FALLBACK_FOLDER = "/tmp";

/** A new folder in the preferred one or, if the path of the socket would be too long, in the fallback. */
function createSocketFolder(preferred: string): string {
  // As long as the name from mkdtemp.
  const socket = join(preferred, `${FOLDER_PREFIX}XXXXXX`, SOCKET);
  const parent = Buffer.byteLength(socket) <= MAX_SOCKET_PATH_BYTES ? preferred : FALLBACK_FOLDER;
  try {
    // mkdtemp sets mode 0700: only this user can enter it.
    return mkdtempSync(join(parent, FOLDER_PREFIX));
  } catch (error) {
    const instead =
      parent === preferred ? "" : ` (used because the path of a socket in ${preferred} would be too long)`;
    throw new Error(
      `Cannot create a folder for the provider's socket in ${parent}${instead}: ${String(error)}. Set TMPDIR, or ` +
        "PLUGIN_UNIX_SOCKET_DIR if it is set, to an existing, writable folder with a path of less than 80 bytes.",
      { cause: error },
    );
  }
}

const LOOPBACK = "127.0.0.1";

async function listenOnLoopback(bind: Bind, { min, max }: LaunchConfig["ports"]): Promise<Endpoint> {
  let failure: unknown;
  for (let port = min; port <= max; port += 1) {
    try {
      await bind({ host: LOOPBACK, port });
      return { network: "tcp", address: `${LOOPBACK}:${port}`, remove: () => undefined };
    } catch (error) {
      failure = error;
    }
  }
  throw new Error(`No port from ${min} to ${max} is free on ${LOOPBACK}.`, { cause: failure });
}
