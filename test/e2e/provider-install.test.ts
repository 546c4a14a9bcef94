import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platformOf } from "../../src/constructs/provider-bundle/platform";
import { archiveName } from "../../src/constructs/provider-bundle/provider-package";
import { VERSION } from "../../src/version";
import { Acme } from "../support/acme";
import { COMMAND_LINE, otherCommandLine } from "../support/executables";
import { describeWithTerraform, TerraformWorkspace } from "../support/terraform";

const [file, ...words] = COMMAND_LINE;

describeWithTerraform("tfprojects provider install", () => {
  let home: string;
  let acme: Acme;
  let terraform: TerraformWorkspace;
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), "tfprojects-home-"));
    acme = await Acme.start();
    const { address, token } = acme.emulator;
    terraform = new TerraformWorkspace({
      HOME: home,
      TFE_ADDRESS: address,
      TFE_TOKEN: token,
      TFE_ORGANIZATION: "acme",
    });
  });
  afterEach(async () => {
    await acme.stop();
    terraform.remove();
    rmSync(home, { recursive: true });
  });

  const install = (...args: readonly string[]): string =>
    execFileSync(file, [...words, "provider", "install", ...args], {
      cwd: terraform.folder,
      env: { PATH: process.env["PATH"], HOME: home },
      encoding: "utf8",
    });

  test.each([
    ["for all configurations of the user", [], () => home, ".local/share/terraform/plugins"],
    ["for the configuration in a folder", ["--folder", "."], () => terraform.folder, "terraform.d/plugins"],
  ])(
    "%s installs the provider where terraform init finds it, and prints the code that requires it",
    async (_, args, where, plugins) => {
      const said = install(...args);
      const [block] = /^ {2}terraform \{$.*?^ {2}\}$/ms.exec(said)!;
      terraform.write("main.tf", `${block}\nresource "tfprojects_project" "platform" {\n  name = "Platform"\n}\n`);
      await terraform.init();
      expect(await terraform.apply()).toMatchObject({ status: 0 });
      expect(Object.keys(acme.world)).toEqual(["Default Project", "Platform"]);

      const versions = join(where(), plugins, "terraform.local/tfprojects/tfprojects");
      const archives = readdirSync(versions);
      const platforms = otherCommandLine === undefined ? ["linux_amd64", "linux_arm64"] : [platformOf()];
      expect(archives).toEqual(platforms.map(archiveName));
      expect(archives[0]).toContain(`_${VERSION}_`);
      // Twice is as good as once, and leaves nothing beside it.
      expect(install(...args)).toBe(said);
      expect(readdirSync(join(where(), plugins, ".."))).toEqual(["plugins"]);
    },
  );
});
