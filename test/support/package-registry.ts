import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { madeOnce } from "./shared-bundle";

const ROOT = resolve(__dirname, "../..");

/** Before any date that `npm --before` is given. */
const PUBLISHED = "2026-01-01T00:00:00.000Z";

/** Packs what was built, and gives the path of the tarball. */
export function pack(): string {
  const folder = madeOnce("packed", (own) => {
    mkdirSync(own);
    execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", own], { cwd: ROOT, stdio: "pipe" });
  });
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith(".tgz"))!,
  );
}

/**
 * A registry on this machine that has tfprojects as it would be published, and redirects to the configured one for all
 * other packages.
 */
export class PackageRegistry {
  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  /** @param other - The address of the registry for all other packages. */
  static async start(other: string): Promise<PackageRegistry> {
    const tarball = readFileSync(pack());
    const manifest: { readonly version: string } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const { version } = manifest;
    const archive = `/tfprojects/-/tfprojects-${version}.tgz`;
    const server = createServer(({ url = "/" }, response) => {
      if (url === archive) response.end(tarball);
      else if (url === "/tfprojects") response.end(JSON.stringify(packument));
      else response.writeHead(307, { location: new URL(url.slice(1), `${other.replace(/\/$/, "")}/`).href }).end();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const digest = (algorithm: string, encoding: "hex" | "base64") =>
      createHash(algorithm).update(tarball).digest(encoding);
    const dist = {
      tarball: address + archive,
      integrity: `sha512-${digest("sha512", "base64")}`,
      shasum: digest("sha1", "hex"),
    };
    const packument = {
      name: "tfprojects",
      "dist-tags": { latest: version },
      versions: { [version]: { ...manifest, dist } },
      time: { created: PUBLISHED, modified: PUBLISHED, [version]: PUBLISHED },
    };
    return new PackageRegistry(server, address);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
