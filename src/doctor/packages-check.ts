import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import satisfies from "semver/functions/satisfies";
import validRange from "semver/ranges/valid";
import { FRAMEWORKS, installCommand } from "../constructs/base/frameworks";
import { VERSION } from "../version";
import { findPackage, FRAMEWORK_NAMES, type InstalledPackage } from "../terraform/installed-packages";
import { passed, skipped, warning, type Check, type CheckValues } from "./check";

/** A package that another one needs. */
type Peer = Readonly<{
  name: string;
  range: string;
  /** The version that is installed. */
  version: string | null;
  fits: boolean;
}>;

/**
 * Checks whether the app in the folder has the same version of this package as the command line, and the peers that
 * this package and cdktf or cdktn need.
 *
 * @param isApp - Whether the folder has an app in TypeScript. Apps in other languages use generated bindings.
 */
export function packagesCheck(folder: string, isApp: boolean): Check {
  const own = { version: VERSION, path: resolve(__dirname, "..") };
  const installed = findPackage(folder, "tfprojects");
  const values = { command_line: own, app: null, peers: [] };
  if (installed === undefined) {
    const message = `tfprojects ${VERSION} at ${own.path}`;
    if (!isApp) return skipped("packages", `${message}; no app that uses it in ${folder}`, { values });
    if (existsSync(join(folder, ".pnp.cjs")))
      return skipped("packages", `${message}; the app uses Plug'n'Play`, { values });
    return warning("packages", {
      code: "VERSION_MISMATCH",
      message: `${message}, but the app in ${folder} has no tfprojects in node_modules`,
      next: "Install the app's packages (npm ci, pnpm install, yarn install), or add tfprojects to them.",
      values,
    });
  }
  const peers = peersOf(installed, folder);
  const known = { command_line: own, app: { version: installed.version, path: installed.folder }, peers };
  const wrong = peers.filter(({ fits }) => !fits);
  const frameworks = FRAMEWORK_NAMES.flatMap((name) => {
    const found = Object.hasOwn(rangesOf(installed), name) ? findPeer(installed, name, folder) : undefined;
    return found === undefined ? [] : [{ name, found }];
  });
  const list = peers.map(({ name, version }) => `${name} ${version ?? "missing"}`).join(", ");
  const details = [`command line: ${VERSION} at ${own.path}`];
  const unsupported = (message: string, next: string, values: CheckValues = known): Check =>
    warning("packages", { code: "UNSUPPORTED_PEER", message, details, next, values });
  if (wrong.length > 0) {
    const needed = wrong.map(({ name, range, version }) => `${name} is ${version ?? "missing"} (needs ${range})`);
    const isMissing = wrong.some(({ version }) => version === null);
    // An app in another language, or one that uses only the command line, needs no peers.
    if (isApp || !isMissing) {
      return unsupported(`tfprojects ${installed.version}: ${needed.join(", ")}`, installAdvice(wrong));
    }
  }
  const mayChoose = FRAMEWORK_NAMES.some((name) => installed.optionalPeers.includes(name));
  if (isApp && mayChoose && frameworks.length === 0) {
    return unsupported(
      `tfprojects ${installed.version}: its constructs need cdktf or cdktn, and neither is installed`,
      `Run \`${installCommand("cdktf")}\`, or \`${installCommand("cdktn")}\` and import from ` +
        `"${FRAMEWORKS.cdktn.entry}".`,
    );
  }
  for (const { name, found } of frameworks) {
    const unfit = peersOf(found, folder).filter(({ fits }) => !fits);
    if (unfit.length > 0) {
      const needs = unfit.map(
        (peer) => `${name} ${found.version} needs ${peer.name} ${peer.range}, which is ${peer.version ?? "missing"}`,
      );
      return unsupported(needs.join("; "), installAdvice(unfit), { ...known, peers: [...peers, ...unfit] });
    }
  }
  if (installed.version !== VERSION) {
    return warning("packages", {
      code: "VERSION_MISMATCH",
      message: `the command line is tfprojects ${VERSION}, but the app has ${installed.version}`,
      details: [...details, `app: ${installed.version} at ${installed.folder}`],
      next: "Run the app's own: `npx --no tfprojects`, `pnpm exec tfprojects` or `yarn tfprojects`.",
      values: known,
    });
  }
  return passed("packages", [`tfprojects ${VERSION}`, list].filter((text) => text !== "").join(", "), {
    details,
    values: known,
  });
}

function installAdvice(peers: readonly Peer[]): string {
  return `Install: ${peers.map(({ name, range }) => `"${name}@${range}"`).join(" ")}.`;
}

/**
 * The versions of each peer that a package accepts. This package declares no versions of cdktn, because npm would
 * otherwise look for constructs that cdktn also accepts, even in an app on cdktf.
 */
function rangesOf({ peerDependencies, optionalPeers }: InstalledPackage): Readonly<Record<string, string>> {
  const { cdktn } = FRAMEWORKS.cdktn.packages;
  return { ...(optionalPeers.includes("cdktn") && { cdktn }), ...peerDependencies };
}

function peersOf(installed: InstalledPackage, folder: string): readonly Peer[] {
  return Object.entries(rangesOf(installed)).flatMap(([name, range]) => {
    const peer = findPeer(installed, name, folder);
    if (peer === undefined && installed.optionalPeers.includes(name)) return [];
    return [
      { name, range, version: peer?.version ?? null, fits: peer !== undefined && isInRange(peer.version, range) },
    ];
  });
}

/** Finds a peer of a package in an app. It may be where only the app can import it. */
function findPeer(installed: InstalledPackage, name: string, folder: string): InstalledPackage | undefined {
  return findPackage(installed.folder, name) ?? findPackage(folder, name);
}

/** Whether a version is in an npm range. A pre-release counts as its release; what is no range always fits. */
export function isInRange(version: string, range: string): boolean {
  return validRange(range) === null || satisfies(version.replace(/[-+].*/, ""), range);
}
