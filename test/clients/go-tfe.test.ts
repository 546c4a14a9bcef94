import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../src/emulator";
import { outputOf } from "../../src/terraform/run-program";

const MODULE = join(__dirname, "go-tfe");
/** What is missing is not downloaded. */
const OFFLINE = { ...process.env, GOPROXY: "off" };

/** The Go tests: `TestTeamProjects` uses team projects. */
const GROUPS = readdirSync(MODULE)
  .flatMap((file) => [...readFileSync(join(MODULE, file), "utf8").matchAll(/^func Test(\w+)/gm)])
  .map(([, group = ""]) => ({
    group,
    title: group.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ").toLowerCase(),
  }));

function reasonToSkip(): string | undefined {
  const { error, status } = spawnSync("go", ["list", "-deps", "-test"], { cwd: MODULE, env: OFFLINE });
  if (error !== undefined) return "no go on the PATH";
  return status === 0 ? undefined : "go mod download was not run in test/clients/go-tfe";
}

const reason = reasonToSkip();
const describeWithGo = reason === undefined ? describe : describe.skip;

describeWithGo(`HashiCorp's Go client${reason === undefined ? "" : ` (skipped: ${reason})`}`, () => {
  let folder: string;
  let program: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tfprojects-go-"));
    program = join(folder, "clients");
    const compiler = await outputOf("go", ["test", "-c", "-o", program], { cwd: MODULE, env: OFFLINE });
    expect(compiler).toMatchObject({ status: 0, stderr: "" });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(GROUPS)("uses $title", async ({ group }) => {
    const emulator = await Emulator.start();
    try {
      const env = { ...process.env, TFE_ADDRESS: emulator.address, TFE_TOKEN: emulator.token };
      // The client repeats a request for minutes whose response is a server error.
      const options = { cwd: MODULE, env, timeoutMs: 60_000 };
      const { status, stdout, stderr } = await outputOf(program, ["-test.run", `^Test${group}$`], options);
      if (status !== 0) throw new Error(`${stdout}${stderr}`);
      expect(emulator.requests.counts.total).toBeGreaterThan(0);
    } finally {
      await emulator.stop();
    }
  });

  test("its tests are formatted", async () => {
    expect(await outputOf("gofmt", ["-l", "."], { cwd: MODULE, env: OFFLINE })).toMatchObject({
      status: 0,
      stdout: "",
    });
  });
});
