import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { satisfies } from "../../constructs/provider-bundle/version-constraint";
import { VERSION } from "../../version";
import { membersOf, readJsonFile } from "../code/json-file";
import { passed, skipped, warning, type Check } from "./check";

/** A package in `node_modules`. */
export interface InstalledPackage {
  readonly folder: string;
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly optionalPeers: readonly string[];
}

/** The package that a file in the folder would import, as Node.js finds it; undefined without one. */
export function findPackage(folder: string, name: string): InstalledPackage | undefined {
  const absolute = resolve(folder);
  const found = join(absolute, "node_modules", name);
  if (existsSync(join(found, "package.json"))) return readPackage(found);
  const parent = dirname(absolute);
  return parent === absolute ? undefined : findPackage(parent, name);
}

function readPackage(folder: string): InstalledPackage | undefined {
  const { version, peerDependencies, peerDependenciesMeta } = membersOf(tryRead(join(folder, "package.json")));
  if (typeof version !== "string") return undefined;
  const ranges = Object.entries(membersOf(peerDependencies)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const optional = Object.entries(membersOf(peerDependenciesMeta)).flatMap(([name, meta]) =>
    membersOf(meta)["optional"] === true ? [name] : [],
  );
  return { folder, version, peerDependencies: Object.fromEntries(ranges), optionalPeers: optional };
}

function tryRead(path: string): unknown {
  try {
    return readJsonFile(path);
  } catch {
    return undefined;
  }
}

/**
 * Whether the app in the folder has the same version of this package as the command line, and the peers that it needs.
 *
 * @param isApp - Whether the folder has a cdktf app.
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
  const peers = Object.entries(installed.peerDependencies).flatMap(([name, range]) => {
    const peer = findPackage(installed.folder, name) ?? findPackage(folder, name);
    if (peer === undefined && installed.optionalPeers.includes(name)) return [];
    return [
      { name, range, version: peer?.version ?? null, fits: peer !== undefined && isInRange(peer.version, range) },
    ];
  });
  const known = { command_line: own, app: { version: installed.version, path: installed.folder }, peers };
  const wrong = peers.filter(({ fits }) => !fits);
  const list = peers.map(({ name, version }) => `${name} ${version ?? "missing"}`).join(", ");
  const details = [`command line: ${VERSION} at ${own.path}`];
  if (wrong.length > 0) {
    const needed = wrong.map(({ name, range, version }) => `${name} is ${version ?? "missing"} (needs ${range})`);
    const isMissing = wrong.some(({ version }) => version === null);
    // An app in another language, or one that only uses the command line, has none.
    if (isApp || !isMissing) {
      return warning("packages", {
        code: "UNSUPPORTED_PEER",
        message: `tfprojects ${installed.version}: ${needed.join(", ")}`,
        details,
        next: `Install: ${wrong.map(({ name, range }) => `"${name}@${range}"`).join(" ")}.`,
        values: known,
      });
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

/** Whether a version is in an npm range of the forms `^1.2.3`, `~1.2.3`, `>=1.2.3` and `1.2.3`; others always fit. */
export function isInRange(version: string, range: string): boolean {
  const [, operator, text = ""] = /^\s*(\^|~|>=|=)?\s*v?(\d+\.\d+\.\d+)\s*$/.exec(range) ?? [];
  if (text === "") return true;
  const [major = 0, minor = 0, patch = 0] = text.split(".").map(Number);
  const release = version.replace(/[-+].*/, "");
  switch (operator) {
    case "^": {
      const next = major > 0 ? `${major + 1}.0.0` : minor > 0 ? `0.${minor + 1}.0` : `0.0.${patch + 1}`;
      return satisfies(release, `>= ${text}, < ${next}`);
    }
    case "~":
      return satisfies(release, `>= ${text}, < ${major}.${minor + 1}.0`);
    case ">=":
      return satisfies(release, `>= ${text}`);
    default:
      return satisfies(release, `= ${text}`);
  }
}
