import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import { bundleContents, bundledPackages } from "../../../scripts/release/bundled-packages";
import { notice, sbom } from "../../../scripts/release/notices";

/** Two bundles: one of `a`, which imports `@s/b`, and one of `@s/b` alone. Both import `c` and use nothing of it. */
const FILES: Readonly<Record<string, string>> = {
  "one.js": 'import { a } from "a"; import { c } from "c"; console.log(a);',
  "two.js": 'import { b } from "@s/b"; import { c } from "c"; console.log(b);',
  "package-lock.json": JSON.stringify({ packages: { "node_modules/a": { integrity: "sha512-AAEC" } } }),
  "node_modules/a/package.json": JSON.stringify({ name: "a", version: "1.0.0", license: "MIT" }),
  "node_modules/a/index.js": 'import { b } from "@s/b"; export const a = [b];',
  "node_modules/a/LICENSE": "Same text.\r\n",
  "node_modules/@s/b/package.json": JSON.stringify({ name: "@s/b", version: "2.0.0", license: "(MIT OR Apache-2.0)" }),
  "node_modules/@s/b/index.js": "export const b = 1;",
  "node_modules/@s/b/README.md": "# b\n\n## License\n\nSame text.\n",
  "node_modules/c/package.json": JSON.stringify({
    name: "c",
    version: "3.0.0",
    license: "UNLICENSED",
    sideEffects: false,
  }),
  "node_modules/c/index.js": "export const c = 1;",
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tfprojects-notices-"));
  for (const [file, text] of Object.entries(FILES)) write(file, text);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const build = () =>
  ["one.js", "two.js"].map((entry) => {
    const outfile = join(root, "dist", entry);
    return buildSync({ absWorkingDir: root, entryPoints: [entry], outfile, bundle: true, metafile: true }).metafile;
  });

const A = "pkg:npm/a@1.0.0";
const B = "pkg:npm/%40s/b@2.0.0";

test("lists the packages of which code is in a bundle, not those that were left out", () => {
  expect(bundleContents(root, build())).toEqual([
    { file: "dist/one.js", packages: [B, A] },
    { file: "dist/two.js", packages: [B] },
  ]);
  const text = "Same text.";
  expect(bundledPackages(root, build())).toEqual([
    {
      name: "@s/b",
      version: "2.0.0",
      license: "(MIT OR Apache-2.0)",
      licenseText: text,
      integrity: undefined,
      imports: [],
    },
    { name: "a", version: "1.0.0", license: "MIT", licenseText: text, integrity: "sha512-AAEC", imports: [B] },
  ]);
});

test("the notice has each license once, with the packages that it is for", () => {
  const text = notice(bundledPackages(root, build()));
  expect(text).toContain("\n@s/b 2.0.0 ((MIT OR Apache-2.0))\na 1.0.0 (MIT)\n\nSame text.\n");
  expect(text.match(/Same text/g)).toHaveLength(1);
});

test("the SBOM has bundles, packages and what depends on what, and is the same for the same bundles", () => {
  const product = { name: "product", version: "1.2.3", license: "MIT" };
  const document = () =>
    sbom(
      product,
      bundleContents(root, build()).map((contents) => ({ ...contents, sha256: "00" })),
      bundledPackages(root, build()),
    );
  expect(document()).toMatchObject({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    components: [
      { type: "file", name: "dist/one.js", hashes: [{ alg: "SHA-256", content: "00" }] },
      { type: "file", name: "dist/two.js" },
      { type: "library", group: "@s", name: "b", purl: B, licenses: [{ expression: "(MIT OR Apache-2.0)" }] },
      { name: "a", purl: A, licenses: [{ license: { id: "MIT" } }], hashes: [{ alg: "SHA-512", content: "000102" }] },
    ],
    dependencies: [
      { ref: "pkg:npm/product@1.2.3", dependsOn: ["dist/one.js", "dist/two.js"] },
      { ref: "dist/one.js", dependsOn: [B, A] },
      { ref: "dist/two.js", dependsOn: [B] },
      { ref: B, dependsOn: [] },
      { ref: A, dependsOn: [B] },
    ],
  });
  const first = JSON.stringify(document());
  expect(JSON.stringify(document())).toBe(first);
});

test("a bundled package without a license text fails the build", () => {
  rmSync(join(root, "node_modules/a/LICENSE"));
  expect(() => bundledPackages(root, build())).toThrow("a is bundled, but has no file with its license.");
  write("node_modules/a/package.json", JSON.stringify({ name: "a", version: "1.0.0" }));
  expect(() => bundledPackages(root, build())).toThrow("must have a name, a version and a license");
});
