import { CliFixture } from "./cli-fixture";
import { CommandLine } from "./command-line";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(() => fixture.dispose());

const NODE = process.execPath;
const PACKAGES = {
  dependencies: { cdktf: "^0.21.0", "@acme/shared": "1.0.0" },
  devDependencies: { tsx: "^4.0.0", "ts-node": "10.9.2", typescript: "~5.9.0" },
};

function writeApp(folder: string, app: string, code = ""): void {
  fixture.write(`${folder}/cdktf.json`, { language: "typescript", app });
  fixture.write(`${folder}/package.json`, PACKAGES);
  fixture.write(`${folder}/main.js`, code);
}

describe("an app whose packages are not installed", () => {
  test.each([
    ["the loader of TypeScript", `${NODE} --import tsx main.js`, "", "tsx"],
    ["a package that it imports", `${NODE} main.js`, 'require("cdktf");', "cdktf"],
    ["a file of such a package", `${NODE} main.js`, 'require("cdktf/lib/app");', "cdktf"],
    ["a package with a scope", `${NODE} --input-type=module -e 'import "@acme/shared/a.js"'`, "", "@acme/shared"],
    ["a program", "ts-node main.js", "", "ts-node"],
    ["the program of another package", `tsc && ${NODE} main.js`, "", "tsc"],
  ])("%s is named, without the stack of Node.js", async (_, app, code, name) => {
    writeApp("acme", app, code);
    // Without the programs of this package, which npm puts on the PATH.
    const { status, stdout, stderr } = await cli.run(["plan", "acme"], {
      ...fixture.environment,
      PATH: "/usr/bin:/bin",
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^(\S*sh: .*not found\n)?error: /);
    expect(stderr).toContain(
      `error: Cannot synthesize the app of acme/cdktf.json: ${name} is not installed.\nRun \`npm install\` in acme.\n`,
    );
    expect(fixture.acme.takeRequests()).toEqual([]);
  });

  test.each([
    ["pnpm-lock.yaml", "pnpm install"],
    ["yarn.lock", "yarn install"],
    ["package-lock.json", "npm install"],
  ])("is told to install them with the package manager of %s", async (file, command) => {
    writeApp(`with-${file}/app`, `${NODE} main.js`, 'require("cdktf");');
    fixture.write(`with-${file}/${file}`, "");
    const { stderr } = await fixture.run("plan", `with-${file}/app`);
    expect(stderr).toContain(`Run \`${command}\` in with-${file}/app.\n`);
  });
});

describe("an app that fails for another reason shows what Node.js prints", () => {
  test.each([
    ["a file of its own is missing", 'require("./projects");', /Cannot find module '\.\/projects'/],
    ["a module of Node.js is missing", 'require("node:nothing");', /No such built-in module: node:nothing/],
    ["no package.json names the module", 'require("@app/paths");', /Cannot find module '@app\/paths'/],
  ])("%s", async (_, code, report) => {
    writeApp("other", `${NODE} main.js`, code);
    const { status, stderr } = await fixture.run("plan", "other");
    expect(status).toBe(1);
    expect(stderr).toMatch(report);
    expect(stderr).toMatch(/^ {4}at /m);
    expect(stderr).toContain("exited with status 1.\nCorrect the code: its output above has the errors.\n");
  });

  test("the package is installed, and lacks the file", async () => {
    writeApp("lacks", `${NODE} main.js`, 'require("cdktf/lib/nothing");');
    fixture.write("lacks/node_modules/cdktf/package.json", { name: "cdktf", version: "0.21.0" });
    const { stderr } = await fixture.run("plan", "lacks");
    expect(stderr).toMatch(/Cannot find module 'cdktf\/lib\/nothing'/);
    expect(stderr).toContain("Correct the code: its output above has the errors.\n");
  });

  test("it throws, and files of this package are not shown", async () => {
    writeApp("throws", `${NODE} main.js`, 'require("tfprojects").construct();');
    fixture.write("throws/node_modules/tfprojects/package.json", { name: "tfprojects", main: "lib/index.js" });
    fixture.write(
      "throws/node_modules/tfprojects/lib/index.js",
      'exports.construct = () => {\n  throw new Error("[acme/x] not an object");\n};',
    );
    const { stderr } = await fixture.run("plan", "throws");
    expect(stderr).toMatch(/^Error: \[acme\/x\] not an object\n {4}at Object\.<anonymous> \(\S+main\.js:1:23\)\n/);
    expect(stderr).not.toContain("node_modules");
    expect(stderr).toContain("Correct the code: its output above has the errors.\n");
    expect(stderr).not.toContain("--no-synth");
  });

  test("constructs are invalid: only the errors of their validations are shown", async () => {
    writeApp("invalid", `${NODE} main.js`, 'require("cdktf").fail();');
    const errors =
      "Validation failed with the following errors:\n  [acme/x] name: too short\n  [acme/y] name: too long\n";
    fixture.write(
      "invalid/node_modules/cdktf/index.js",
      `exports.fail = () => {\n  throw new Error(${JSON.stringify(errors)});\n};`,
    );
    const { stderr } = await fixture.run("plan", "invalid");
    expect(stderr.startsWith(`Error: ${errors}\nNode.js v`)).toBe(true);
  });

  test.each([
    ["ends itself", "process.exit(3);", "Correct the code, or what it needs: see its output above.\n"],
    [
      "is ended by a signal",
      'process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000);',
      "See its output above. To use the output of an earlier synth, add --no-synth.\n",
    ],
  ])("it %s", async (_, code, nextStep) => {
    writeApp("ends", `${NODE} main.js`, `console.error("no region");${code}`);
    const { stderr } = await fixture.run("plan", "ends");
    expect(stderr).toContain("no region\n");
    expect(stderr).toContain(nextStep);
  });

  test("it does not synthesize", async () => {
    writeApp("idle", `${NODE} main.js`, 'console.error("nothing to do");');
    const { stderr } = await fixture.run("plan", "idle");
    expect(stderr).toMatch(
      /^nothing to do\nerror: \S+cdktf\.out does not exist\.\nSynthesize the app, whose code must end/,
    );
  });

  test("it succeeds nevertheless", async () => {
    const code = `
      console.error("node:internal/modules/cjs/loader:1\\nError: Cannot find module 'cdktf'");
      require("node:fs").mkdirSync(process.env.CDKTF_OUTDIR, { recursive: true });
      require("node:fs").writeFileSync(process.env.CDKTF_OUTDIR + "/main.tf.json", "{}");`;
    writeApp("succeeds", `${NODE} main.js`, code);
    const { stderr } = await fixture.run("plan", "succeeds");
    expect(stderr).toContain("Cannot find module 'cdktf'\n");
    expect(stderr).toContain("has no projects and no memberships");
  });
});
