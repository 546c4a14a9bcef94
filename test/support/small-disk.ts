import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** The words that run a shell script which may mount file systems that nobody else sees. */
const NAMESPACE = ["unshare", "--map-root-user", "--mount", "sh", "-c"] as const;

/** Whether this machine lets its user mount file systems so; containers often do not. */
export const canMount: boolean =
  process.platform === "linux" &&
  spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), "mount -t tmpfs none /mnt"]).status === 0;

/**
 * Runs a shell script for which `folder` is an empty file system of its own.
 *
 * @param options - Of the file system: `size=64k`.
 * @returns what it prints to stdout and stderr, if it succeeds
 */
export async function onSmallDisk(
  folder: string,
  options: string,
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const lines = ["set -e", `mount -t tmpfs -o ${options} none '${folder}'`, `cd '${folder}'`, "set +e", script];
  const { PATH = "" } = process.env;
  const child = spawn(NAMESPACE[0], [...NAMESPACE.slice(1), lines.join("\n")], {
    env: { PATH, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [status] = (await once(child, "close")) as [number | null];
  if (status === 0) return output;
  throw new Error(`The script ended with status ${String(status)}: ${output}`);
}
