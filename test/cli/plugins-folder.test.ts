import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { userPluginsFolder } from "../../src/cli/plugins-folder";

describe("the folder of a user's providers", () => {
  let home: string;
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), "plugins-folder-"))));
  afterEach(() => rmSync(home, { recursive: true }));

  it.each(["linux", "darwin"] as const)("is in ~/.terraform.d if that exists, on %s", (platform) => {
    mkdirSync(join(home, ".terraform.d"));
    expect(userPluginsFolder(home, { XDG_DATA_HOME: "/data" }, platform)).toBe(join(home, ".terraform.d/plugins"));
  });

  it("is the one where the provider is installed, even if ~/.terraform.d has come into being since", () => {
    const folder = userPluginsFolder(home, {}, "linux");
    mkdirSync(join(folder, "terraform.local/tfprojects/tfprojects"), { recursive: true });
    mkdirSync(join(home, ".terraform.d"));
    expect(userPluginsFolder(home, {}, "linux")).toBe(folder);
  });

  it.each([
    ["linux", { XDG_DATA_HOME: "/data" }, "/data/terraform/plugins"],
    ["linux", {}, ".local/share/terraform/plugins"],
    ["linux", { XDG_DATA_HOME: "" }, ".local/share/terraform/plugins"],
    ["linux", { XDG_DATA_HOME: "relative" }, ".local/share/terraform/plugins"],
    ["darwin", { XDG_DATA_HOME: "/data" }, "Library/Application Support/io.terraform/plugins"],
  ] as const)("is that for data otherwise, on %s with %j, and creates nothing", (platform, env, expected) => {
    const folder = expected.startsWith("/") ? expected : join(home, expected);
    expect(userPluginsFolder(home, env, platform)).toBe(folder);
    expect(readdirSync(home)).toEqual([]);
  });
});
