import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const LIB = resolve(__dirname, "../../lib");

/** Does everything that the engine offers, and reports what it takes from its process. */
const PROGRAM = `
const { Client } = require(${JSON.stringify(join(LIB, "api"))});
const { Emulator } = require(${JSON.stringify(join(LIB, "emulator"))});
const engine = require(${JSON.stringify(join(LIB, "engine"))});
const { join } = require("node:path");
const childProcess = require("node:child_process");

Error.stackTraceLimit = 100;
const folder = process.argv[1];
const taken = [];
/** Whether the package's code asks, rather than a library that is being loaded. */
const own = () => {
  const { stack } = new Error();
  return /lib\\/(engine|reconcile|terraform|files|model|api)\\//.test(stack) && !stack.includes("node:internal/modules");
};
const note = (what) => { if (own()) taken.push(what); };
const realWrite = process.stdout.write.bind(process.stdout);
const env = process.env;
process.env = new Proxy(env, {
  get: (target, name) => (note("env " + String(name)), target[name]),
  has: (target, name) => (note("env " + String(name)), name in target),
  ownKeys: (target) => (note("env"), Reflect.ownKeys(target)),
});
const cwd = process.cwd;
process.cwd = () => (note("cwd"), cwd());
process.exit = (status) => { taken.push("exit " + status); throw new Error("exit"); };
for (const stream of [process.stdout, process.stderr]) stream.write = (text) => (taken.push("wrote " + text), true);
for (const name of ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"]) {
  childProcess[name] = () => { taken.push(name); throw new Error(name); };
}

(async () => {
  const emulator = await Emulator.start();
  const client = new Client({ address: emulator.address, token: emulator.token, env: {} });
  const workspace = emulator.workspaces.create({ organization: "acme", name: "api" });
  const [fromCode] = (await engine.openSource(join(folder, "code"))).organizations;
  await engine.observe(client, fromCode);
  await engine.openSource(join(folder, "app"), { organization: "acme" });
  const desired = engine.defineOrganization({
    name: "acme",
    projects: [{ name: "Platform", description: "Shared" }],
    memberships: [{ project: "Platform", workspaceNames: ["api"] }],
  });
  const options = { prune: true, impact: true };
  const plan = engine.plan(desired, await engine.observe(client, desired, options), options);
  await engine.savePlan(join(folder, "plan.json"), plan);
  const [loaded] = await engine.loadPlan(join(folder, "plan.json"));
  await engine.openSource(join(folder, "plan.json"));
  const result = await engine.apply(client, loaded);
  const drift = engine.drift(desired, await engine.observe(client, desired));
  const back = engine.undo({ plan: loaded, outcomes: result.outcomes }, await engine.observe(client, engine.undoable(loaded)));
  for (const format of ["text", "markdown", "json", "html"]) {
    for (const it of [plan, drift, back]) engine.render(it, format);
  }
  const errors = [];
  const catching = (work) => work.catch((error) => errors.push(JSON.stringify(error)));
  const elsewhere = emulator.projects.create({ organization: "acme", name: "Elsewhere" });
  emulator.workspaces.move(workspace.id, elsewhere.id);
  await catching(engine.apply(client, plan));
  await catching(engine.openSource(join(folder, "none")));
  await emulator.stop();
  realWrite(JSON.stringify({ status: result.status, hasDrift: drift.hasDrift, errors: errors.length, taken }));
})().catch((error) => realWrite(String(error.stack)));
`;

test("the engine prints nothing, starts no program, and reads neither the environment nor the working directory", () => {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-engine-"));
  try {
    const code = {
      variable: { name: { type: "string", default: "Platform" } },
      resource: { tfprojects_project: { platform: { name: "${var.name}", organization: "acme" } } },
    };
    mkdirSync(join(folder, "code"));
    writeFileSync(join(folder, "code/main.tf.json"), JSON.stringify(code));
    const stack = { name: "one", constructPath: "one", synthesizedStackPath: "stacks/one/cdk.tf.json" };
    mkdirSync(join(folder, "app/cdktf.out/stacks/one"), { recursive: true });
    writeFileSync(join(folder, "app/cdktf.out/stacks/one/cdk.tf.json"), JSON.stringify(code));
    const manifest = { version: "0.21.0", stacks: { one: { ...stack, workingDirectory: "stacks/one" } } };
    writeFileSync(join(folder, "app/cdktf.out/manifest.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "app/cdktf.json"), JSON.stringify({ language: "typescript", app: "exit 1" }));
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", PROGRAM, folder], {
      encoding: "utf8",
      cwd: tmpdir(),
    });
    expect({ stdout: JSON.parse(stdout) as object, stderr }).toEqual({
      stdout: { status: "complete", hasDrift: false, errors: 2, taken: [] },
      stderr: "",
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
