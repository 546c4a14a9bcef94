import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import {
  bundleContents,
  bundledPackages,
  packageUrl,
  type BundleContents,
  type BundledPackage,
} from "./bundled-packages";

/** In the folder of the bundles. Both depend only on the content of the bundles. */
const NOTICE_FILE = "dist/NOTICE";
const SBOM_FILE = "dist/sbom.cdx.json";

/** Lists the packages in the bundles of a build, for people (`NOTICE`) and for programs (an SBOM). */
export function writeNotices(root: string, builds: readonly Metafile[]): void {
  const packages = bundledPackages(root, builds);
  const { name, version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Product;
  const hashOf = (file: string): string =>
    createHash("sha256")
      .update(readFileSync(join(root, file)))
      .digest("hex");
  const bundles = bundleContents(root, builds).map((contents) => ({ ...contents, sha256: hashOf(contents.file) }));
  writeFileSync(join(root, NOTICE_FILE), notice(packages));
  writeFileSync(
    join(root, SBOM_FILE),
    `${JSON.stringify(sbom({ name, version, license }, bundles, packages), null, 2)}\n`,
  );
}

interface Product {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** The licenses of the bundled packages. Packages with the same text share it. */
export function notice(packages: readonly BundledPackage[]): string {
  const parts = [...groupByText(packages)].map(([text, sharing]) => {
    const names = sharing.map(({ name, version, license }) => `${name} ${version} (${license})`);
    return [...names, "", text].join("\n");
  });
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  return `${["The files in this folder contain code of these packages.", ...parts].join(rule)}\n`;
}

function groupByText(packages: readonly BundledPackage[]): ReadonlyMap<string, readonly BundledPackage[]> {
  const groups = new Map<string, BundledPackage[]>();
  for (const each of packages) {
    const group = groups.get(each.licenseText);
    if (group === undefined) groups.set(each.licenseText, [each]);
    else group.push(each);
  }
  return groups;
}

interface Bundle extends BundleContents {
  readonly sha256: string;
}

/**
 * A software bill of materials. It has no timestamp, and its serial number is derived from its content, so the same
 * bundles give the same document.
 *
 * @see https://cyclonedx.org/docs/1.6/json/
 */
export function sbom(product: Product, bundles: readonly Bundle[], packages: readonly BundledPackage[]): object {
  const subject = packageUrl(product);
  const content = {
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: {
        type: "application",
        "bom-ref": subject,
        name: product.name,
        version: product.version,
        licenses: licensesOf(product.license),
        purl: subject,
      },
    },
    components: [
      ...bundles.map(({ file, sha256 }) => ({
        type: "file",
        "bom-ref": file,
        name: file,
        hashes: [{ alg: "SHA-256", content: sha256 }],
      })),
      ...packages.map(componentOf),
    ],
    dependencies: [
      { ref: subject, dependsOn: bundles.map(({ file }) => file) },
      ...bundles.map(({ file, packages: contents }) => ({ ref: file, dependsOn: contents })),
      ...packages.map((each) => ({ ref: packageUrl(each), dependsOn: each.imports })),
    ],
  };
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  };
}

function componentOf(each: BundledPackage): object {
  const [, scope, name = each.name] = /^(@[^/]+)\/(.*)$/.exec(each.name) ?? [];
  const hash = each.integrity?.startsWith("sha512-") === true ? each.integrity.slice("sha512-".length) : undefined;
  return {
    type: "library",
    "bom-ref": packageUrl(each),
    ...(scope === undefined ? {} : { group: scope }),
    name,
    version: each.version,
    ...(hash === undefined
      ? {}
      : { hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }] }),
    licenses: licensesOf(each.license),
    purl: packageUrl(each),
  };
}

/** An SPDX identifier, or an expression of several. */
function licensesOf(license: string): readonly object[] {
  return [/\s/.test(license) ? { expression: license } : { license: { id: license } }];
}

/** A UUID of version 8: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8 */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join("-");
}
