import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mirrorForUser, problemOfMirror, providerMirrors } from "../../src/terraform/provider-mirrors";
import { PROVIDER_SOURCE } from "../../src/model/provider-address";

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), "provider-mirrors-"))));
afterEach(() => rmSync(home, { recursive: true }));

describe("the folder of a user's providers", () => {
  it.each(["linux", "darwin"] as const)("is in ~/.terraform.d if that exists, on %s", (platform) => {
    mkdirSync(join(home, ".terraform.d"));
    expect(mirrorForUser({ HOME: home, XDG_DATA_HOME: "/data" }, platform)).toBe(join(home, ".terraform.d/plugins"));
  });

  it("is the one where the provider is installed, even if ~/.terraform.d has come into being since", () => {
    const folder = mirrorForUser({ HOME: home }, "linux");
    mkdirSync(join(folder, PROVIDER_SOURCE), { recursive: true });
    mkdirSync(join(home, ".terraform.d"));
    expect(mirrorForUser({ HOME: home }, "linux")).toBe(folder);
  });

  it.each([
    ["linux", { XDG_DATA_HOME: "/data" }, "/data/terraform/plugins"],
    ["linux", {}, ".local/share/terraform/plugins"],
    ["linux", { XDG_DATA_HOME: "" }, ".local/share/terraform/plugins"],
    ["linux", { XDG_DATA_HOME: "relative" }, ".local/share/terraform/plugins"],
    ["darwin", { XDG_DATA_HOME: "/data" }, "Library/Application Support/io.terraform/plugins"],
    ["win32", { APPDATA: "/data" }, "/data/terraform.d/plugins"],
  ] as const)("is that for data otherwise, on %s with %j, and creates nothing", (platform, env, expected) => {
    const folder = expected.startsWith("/") ? expected : join(home, expected);
    expect(mirrorForUser({ HOME: home, ...env }, platform)).toBe(folder);
    expect(readdirSync(home)).toEqual([]);
  });
});

describe("the folders that are searched", () => {
  it.each([
    [
      "linux",
      { XDG_DATA_DIRS: "/one:/two" },
      [".terraform.d/plugins", ".local/share/terraform/plugins", "/one/terraform/plugins", "/two/terraform/plugins"],
    ],
    [
      "darwin",
      {},
      [
        ".terraform.d/plugins",
        "Library/Application Support/io.terraform/plugins",
        "/Library/Application Support/io.terraform/plugins",
      ],
    ],
    ["win32", { APPDATA: "/data" }, ["/data/terraform.d/plugins", "/data/HashiCorp/Terraform/plugins"]],
  ] as const)("are those of %s, with %j", (platform, env, expected) => {
    const folders = expected.map((folder) => (folder.startsWith("/") ? folder : join(home, folder)));
    expect(providerMirrors({ HOME: home, ...env }, platform)).toEqual({ folders, configuredIn: undefined });
    expect(folders).toContain(mirrorForUser({ HOME: home, ...env }, platform));
  });

  it("are only the mirrors of a provider_installation block, of which one that has the provider is preferred", () => {
    const file = join(home, ".terraformrc");
    const mirror = (path: string, rest = ""): string => `filesystem_mirror {\n path = "${path}"\n ${rest}\n}\n`;
    const [first, second] = [join(home, "first"), join(home, "second")];
    const others = mirror("/others", 'include = ["hashicorp/*"]');
    writeFileSync(file, `provider_installation {\n${others}${mirror(first)}${mirror(second)}}\n`);
    expect(providerMirrors({ HOME: home })).toEqual({ folders: [first, second], configuredIn: file });
    expect(mirrorForUser({ HOME: home })).toBe(first);
    mkdirSync(join(second, PROVIDER_SOURCE), { recursive: true });
    expect(mirrorForUser({ HOME: home })).toBe(second);
    expect(problemOfMirror(second, { HOME: home })).toBeUndefined();
    expect(problemOfMirror("/others", { HOME: home })).toContain(`provider_installation in ${file} does not have it`);
  });
});
