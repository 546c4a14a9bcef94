import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { FOLDERS } from "../../scripts/package-provider/layout";
import { Project, TfprojectsProvider } from "../../src";
import { createIdentity } from "../../src/plugin/launch/certificate";
import { bundleProvider } from "../../src/constructs/provider-bundle/bundle-synthesizer";
import {
  isProviderPlatform,
  platformPackageName,
  type ProviderPlatform,
} from "../../src/constructs/provider-bundle/platform";
import { PlatformPackages } from "../../src/constructs/provider-bundle/platform-packages";
import { archiveName, executableName } from "../../src/constructs/provider-bundle/provider-package";
import { VERSION } from "../../src/version";
import { Acme } from "../support/acme";
import {
  describeWithExecutables,
  EXECUTABLES,
  executablesFor,
  OWN_PLATFORM,
  OWN_PROVIDER,
} from "../support/built-executables";
import { ExecutableProvider, launchEnvironment } from "../support/executable-provider";
import { describeWithTerraform, TerraformWorkspace } from "../support/terraform";
import { REQUIRED_PROVIDERS } from "../support/tfprojects-provider";
import { onWine, wine, writeBcryptPrimitives } from "../support/wine";

const SOURCE = REQUIRED_PROVIDERS.tfprojects.source;
const TFPROJECTS = join(executablesFor(OWN_PLATFORM), "tfprojects");
const ARCHIVE = join(EXECUTABLES, FOLDERS.registry, archiveName(OWN_PLATFORM));

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "executables-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** No folder of it has node, or anything else. */
const withoutNode = () => ({ PATH: join(folder, "empty"), HOME: folder });

/** The length of the schema that a launched provider sends over gRPC, and then its exit status. */
async function askForSchemaAndShutDown(provider: ExecutableProvider): Promise<void> {
  const socket = await provider.connect();
  const { certificate, identity } = provider;
  socket.destroy();
  const [, , network, address = ""] = provider.handshake;
  const client = new Client(
    network === "unix" ? `unix:${address}` : address,
    credentials.createSsl(
      Buffer.from(certificate),
      Buffer.from(identity.privateKeyPem),
      Buffer.from(identity.certificatePem),
    ),
    { "grpc.ssl_target_name_override": "localhost" },
  );
  const bytes = (value: Buffer): Buffer => value;
  const call = (method: string): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest(method, bytes, bytes, Buffer.alloc(0), new Metadata(), (error, value) => {
        if (error === null) resolve(value ?? Buffer.alloc(0));
        else reject(error);
      });
    });
  const ended = once(provider.child, "close");
  expect((await call("/tfplugin6.Provider/GetProviderSchema")).toString()).toContain("tfprojects_project");
  await call("/plugin.GRPCController/Shutdown");
  client.close();
  expect(await ended).toEqual([0, null]);
}

/** What a client with another certificate, or with none, gets. */
async function expectOthersRefused(provider: ExecutableProvider): Promise<void> {
  for (const identity of [createIdentity(), undefined]) {
    const outcome = provider.connect(identity ?? null).then(async (socket) => {
      // With TLS 1.3 the client learns of the refusal after its part of the handshake.
      let answered = 0;
      socket.on("data", (data: Buffer) => (answered += data.length)).on("error", () => undefined);
      await once(socket, "close");
      return answered;
    });
    expect(await outcome.catch(() => 0)).toBe(0);
  }
}

describeWithExecutables(OWN_PLATFORM, "the executable of the provider", () => {
  test("completes the handshake, serves only the client that launched it, and shuts down on request", async () => {
    const provider = await ExecutableProvider.launch([OWN_PROVIDER], withoutNode());
    expect(provider.handshake.slice(0, 3)).toEqual(["1", "6", "unix"]);
    await expectOthersRefused(provider);
    await askForSchemaAndShutDown(provider);
    expect(existsSync(provider.handshake[3]!)).toBe(false);
  });

  test("exits and removes its socket when the process that launched it is killed", async () => {
    const launcher = spawn(
      process.execPath,
      ["-e", `require("node:child_process").spawn(${JSON.stringify(OWN_PROVIDER)}, { stdio: ["ignore", 1, 2] })`],
      {
        stdio: ["ignore", "pipe", "inherit"],
        env: {
          ...withoutNode(),
          ...launchEnvironment(createIdentity().certificatePem),
          PLUGIN_UNIX_SOCKET_DIR: folder,
        },
      },
    );
    await once(launcher.stdout, "data");
    expect(readdirSync(folder)).toHaveLength(1);
    launcher.kill("SIGKILL");
    await once(launcher.stdout, "close");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("ignores configuration files in the working directory", () => {
    const launch = Object.entries(launchEnvironment("any")).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(folder, ".env"), launch.join(""));
    writeFileSync(join(folder, "bunfig.toml"), 'preload = ["./preloaded.js"]\n');
    writeFileSync(join(folder, "preloaded.js"), 'require("node:fs").writeFileSync("preloaded", "");\n');
    const started = spawnSync(OWN_PROVIDER, { cwd: folder, env: withoutNode(), encoding: "utf8" });
    expect(started).toMatchObject({ status: 1, stdout: "" });
    expect(started.stderr).toContain("This binary is the Terraform provider");
    expect(existsSync(join(folder, "preloaded"))).toBe(false);
  });

  test("contains no path of the machine that built it", () => {
    expect(readFileSync(OWN_PROVIDER).includes(join(__dirname, "../.."))).toBe(false);
  });
});

describeWithExecutables(OWN_PLATFORM, "the executables, without Node.js,", () => {
  describeWithTerraform("with the real Terraform", () => {
    let acme: Acme;
    beforeEach(async () => (acme = await Acme.start()));
    afterEach(() => acme.stop());

    const CODE = `
      terraform {
        required_providers { tfprojects = { source = "${SOURCE}", version = "${VERSION}" } }
      }
      resource "tfprojects_project" "it" { name = "Platform" }
      resource "tfprojects_workspace_membership" "it" {
        project_id      = tfprojects_project.it.id
        workspace_names = ["api"]
      }`;

    async function expectDeployable(terraform: TerraformWorkspace): Promise<void> {
      await terraform.init();
      await terraform.succeed(["apply", "-auto-approve", "-input=false"]);
      expect(acme.world).toEqual({ "Default Project": [], Platform: ["api"] });
      expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
      expect(await terraform.destroy()).toMatchObject({ status: 0 });
      expect(acme.world).toEqual({ "Default Project": ["api"] });
    }

    test("are installed from a filesystem mirror, plan, apply and destroy", async () => {
      acme.addWorkspace("api");
      const mirror = join(folder, "mirror");
      mkdirSync(join(mirror, SOURCE), { recursive: true });
      cpSync(ARCHIVE, join(mirror, SOURCE, archiveName(OWN_PLATFORM)));
      const configuration = join(folder, "terraform.rc");
      writeFileSync(configuration, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`);
      const terraform = new TerraformWorkspace({
        ...acme.environment,
        ...withoutNode(),
        TF_CLI_CONFIG_FILE: configuration,
      });
      try {
        await expectDeployable(terraform.write("main.tf", CODE));
      } finally {
        terraform.remove();
      }
    });

    test("are copied beside the stack at synth if their package is installed", async () => {
      acme.addWorkspace("api");
      const platform = ownPlatform();
      const name = platformPackageName(platform);
      const installed = join(folder, "app/node_modules", name);
      cpSync(join(EXECUTABLES, FOLDERS.npm, name.replace(/^.*\//, "")), installed, { recursive: true });
      const app = new App({ outdir: join(folder, "out") });
      const stack = new TerraformStack(app, "stack");
      const packages = new PlatformPackages({ importers: [join(folder, "app")], archives: [] });
      bundleProvider(stack, { installed: () => packages, platforms: [platform] });
      new TfprojectsProvider(stack, "tfprojects");
      new Project(stack, "project", { name: "Platform" });
      app.synth();
      const terraform = new TerraformWorkspace(
        { ...acme.environment, ...withoutNode() },
        undefined,
        join(folder, "out/stacks/stack"),
      );
      await terraform.init();
      await terraform.succeed(["apply", "-auto-approve", "-input=false"]);
      expect(Object.keys(acme.world)).toEqual(["Default Project", "Platform"]);
    });

    test("are installed by tfprojects provider install from an archive in its folder", async () => {
      acme.addWorkspace("api");
      cpSync(TFPROJECTS, join(folder, "tfprojects"));
      const install = () =>
        spawnSync(join(folder, "tfprojects"), ["provider", "install"], { env: withoutNode(), encoding: "utf8" });
      expect(install()).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`${archiveName(OWN_PLATFORM)} is not in ${folder}`) as string,
      });
      cpSync(ARCHIVE, join(folder, archiveName(OWN_PLATFORM)));
      expect(install()).toMatchObject({ status: 0, stderr: "" });
      const terraform = new TerraformWorkspace({ ...acme.environment, ...withoutNode() });
      try {
        await expectDeployable(terraform.write("main.tf", CODE));
      } finally {
        terraform.remove();
      }
    });
  });

  test("plan, detect drift and run the emulator for a command", async () => {
    writeFileSync(
      join(folder, "main.tf.json"),
      JSON.stringify({ resource: { tfprojects_project: { it: { name: "Platform" } } } }),
    );
    writeFileSync(join(folder, "seed.json"), JSON.stringify({ organizations: [{ name: "acme" }] }));
    const tfprojects = (...args: string[]) => [TFPROJECTS, ...args];
    const run = async (...command: string[]) => {
      const emulator = ["emulator", "--seed", "seed.json", "--state", "state.jsonl", "--", ...command];
      const child = spawn(TFPROJECTS, emulator, { cwd: folder, env: withoutNode(), stdio: ["ignore", "pipe", 2] });
      let stdout = "";
      child.stdout!.on("data", (text: Buffer) => (stdout += text.toString()));
      const [status] = (await once(child, "close")) as [number];
      return { status, stdout };
    };
    expect(await run(...tfprojects("plan", "--detailed-exitcode"))).toMatchObject({ status: 2 });
    expect(await run(...tfprojects("apply", "--auto-approve"))).toMatchObject({ status: 0 });
    expect(await run(...tfprojects("drift"))).toMatchObject({ status: 0 });
    expect(await run(...tfprojects("--version"))).toEqual({ status: 0, stdout: `${VERSION}\n` });
  });
});

const WITHOUT_WINE = wine === undefined ? "skipped: no wine on the PATH" : undefined;

describeWithExecutables("windows_amd64", "the executable for Windows", () => {
  (WITHOUT_WINE === undefined ? test : test.skip)(
    `completes the handshake over TCP, and serves only the client that launched it${WITHOUT_WINE === undefined ? "" : ` (${WITHOUT_WINE})`}`,
    async () => {
      const name = executableName("windows_amd64");
      cpSync(join(executablesFor("windows_amd64"), name), join(folder, name));
      writeBcryptPrimitives(folder);
      const { PATH = "" } = process.env;
      const env = {
        PATH,
        HOME: folder,
        WINEPREFIX: join(folder, "wine"),
        WINEDEBUG: "-all",
        // For executables with Node.js, which refuses versions of Windows that Wine claims to be.
        NODE_SKIP_PLATFORM_CHECK: "1",
      };
      const provider = await ExecutableProvider.launch(onWine(join(folder, name)), env);
      expect(provider.handshake.slice(0, 3)).toEqual(["1", "6", "tcp"]);
      expect(provider.handshake[3]).toMatch(/^127\.0\.0\.1:\d+$/);
      await expectOthersRefused(provider);
      await askForSchemaAndShutDown(provider);
    },
  );
});

function ownPlatform(): ProviderPlatform {
  if (isProviderPlatform(OWN_PLATFORM)) return OWN_PLATFORM;
  throw new Error(`There are no executables for ${OWN_PLATFORM}.`);
}
