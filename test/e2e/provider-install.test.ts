import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Check } from "../../src/doctor/check";
import { PROVIDER_SOURCE } from "../../src/model/provider-address";
import { platformOf } from "../../src/platform";
import { archiveName } from "../../src/constructs/provider-bundle/provider-package";
import { VERSION } from "../../src/version";
import { Acme } from "../support/acme";
import { COMMAND_LINE, otherCommandLine } from "../support/executables";
import { casesInEachRun } from "../support/on-request";
import { describeWithTerraform, TerraformWorkspace } from "../support/terraform";

const [file, ...words] = COMMAND_LINE;

describeWithTerraform("tfprojects provider install", () => {
  let home: string;
  let acme: Acme;
  let configuration: string;
  let env: Env;
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), "tfprojects-home-"));
    configuration = mkdtempSync(join(tmpdir(), "tfprojects-hcl-"));
    acme = await Acme.start();
    const { address, token } = acme.emulator;
    env = { HOME: home, TFE_ADDRESS: address, TFE_TOKEN: token, TFE_ORGANIZATION: "acme" };
  });
  afterEach(async () => {
    await acme.stop();
    for (const folder of [home, configuration]) rmSync(folder, { recursive: true });
  });

  const run = async (...args: readonly string[]): Promise<string> => {
    const options = { cwd: configuration, env: { PATH: process.env["PATH"], ...env } };
    return (await promisify(execFile)(file, [...words, ...args], options)).stdout;
  };

  const installed = async (): Promise<unknown> => {
    const { checks } = JSON.parse(await run("doctor", "--json")) as { checks: readonly Check[] };
    return checks.find(({ name }) => name === "provider")?.values["installed"];
  };

  test.each<Place>(
    casesInEachRun(2, [
      ["for the user", [], () => ({}), ({ home }) => join(home, ".local/share/terraform/plugins")],
      [
        "into the mirror of a provider_installation block",
        [],
        ({ home }) => {
          const path = join(home, "cli.tfrc");
          const mirror = `filesystem_mirror {\n path = "${home}/mirror"\n include = ["terraform.local/*/*"]\n}`;
          writeFileSync(
            path,
            `provider_installation {\n${mirror}\ndirect {\n exclude = ["terraform.local/*/*"]\n}\n}\n`,
          );
          return { TF_CLI_CONFIG_FILE: path };
        },
        ({ home }) => join(home, "mirror"),
      ],
      [
        "for the user, who has ~/.terraform.d",
        [],
        ({ home }) => {
          mkdirSync(join(home, ".terraform.d"));
          return {};
        },
        ({ home }) => join(home, ".terraform.d/plugins"),
      ],
      [
        "for the user, whose data is elsewhere",
        [],
        ({ home }) => ({ XDG_DATA_HOME: join(home, "data") }),
        ({ home }) => join(home, "data/terraform/plugins"),
      ],
      [
        "for a folder",
        ["--folder", "."],
        () => ({}),
        ({ configuration }) => join(configuration, "terraform.d/plugins"),
      ],
    ]),
  )(
    "%s: terraform init and doctor find the provider there, with the code that is printed",
    async (_, args, prepare, where) => {
      const folders = { home, configuration };
      env = { ...env, ...prepare(folders) };
      const install = (): Promise<string> => run("provider", "install", ...args);
      const said = await install();
      const [block] = /^ {2}terraform \{$.*?^ {2}\}$/ms.exec(said)!;
      const terraform = new TerraformWorkspace(env, undefined, configuration);
      terraform.write("main.tf", `${block}\nresource "tfprojects_project" "platform" {\n  name = "Platform"\n}\n`);
      await terraform.init();
      expect(await terraform.apply()).toMatchObject({ status: 0 });
      expect(Object.keys(acme.world)).toEqual(["Default Project", "Platform"]);

      const plugins = where(folders);
      const archives = readdirSync(join(plugins, PROVIDER_SOURCE));
      const platforms = otherCommandLine === undefined ? ["linux_amd64", "linux_arm64"] : [platformOf()];
      expect(archives).toEqual(platforms.map(archiveName));
      expect(archives[0]).toContain(`_${VERSION}_`);
      const path = args.length > 0 ? "terraform.d/plugins" : plugins;
      expect(await installed()).toEqual([{ version: VERSION, path }]);
      // Twice is as good as once, and leaves nothing beside it.
      expect(await install()).toBe(said);
      expect(readdirSync(plugins)).toEqual(["terraform.local"]);
    },
  );
});

/** What it is, options, what is there before, and the folder of plugins. */
type Place = [string, string[], (folders: Folders) => Env, (folders: Folders) => string];

type Env = Readonly<Record<string, string>>;

interface Folders {
  readonly home: string;
  readonly configuration: string;
}
