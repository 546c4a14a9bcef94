import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { CliFixture } from "./cli-fixture";
import { CommandLine, type ProcessResult } from "./command-line";

/** `--json` gives one document on stdout whatever happens; stderr has the text, and the exit status is the same. */

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(() => fixture.dispose());

const schema = JSON.parse(readFileSync(resolve(__dirname, "../../schema/plan.schema.json"), "utf8")) as object;
const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(schema);

interface ErrorDocument {
  readonly kind: string;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly next?: string;
    readonly address?: string;
  };
}

/** Parses the only thing on stdout, which must match the schema. */
function documentOf({ stdout }: ProcessResult): ErrorDocument {
  const document = JSON.parse(stdout) as ErrorDocument;
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  return document;
}

/** Runs it with and without `--json`: the same exit status and text on stderr, and an error as the document. */
async function failure(...args: readonly string[]): Promise<ErrorDocument["error"]> {
  const asText = await fixture.run(...args);
  const asJson = await fixture.run(...args, "--json");
  expect(asText.status).not.toBe(0);
  expect(asText.stderr).not.toBe("");
  const stderr = (text: string): string => text.replace(/request ID [\w-]+/g, "request ID");
  expect([asJson.status, stderr(asJson.stderr)]).toEqual([asText.status, stderr(asText.stderr)]);
  const { kind, error } = documentOf(asJson);
  expect(kind).toBe("error");
  return error;
}

const PROJECT = { platform: { name: "Platform" } };

describe.each(["plan", "drift", "apply"])("%s --json", (command) => {
  const approval = command === "apply" ? ["--auto-approve"] : [];

  test("with an unknown option: a usage error with the suggestion and the way to the help", async () => {
    expect(await failure(command, "--no-syth")).toEqual({
      code: "USAGE",
      message: "unknown option '--no-syth' (Did you mean --no-synth?)",
      next: `Run \`tfprojects ${command} --help\` for usage.`,
    });
  });

  test("with too many arguments", async () => {
    expect(await failure(command, "one", "two")).toMatchObject({ code: "USAGE" });
  });

  test("with a request that takes longer than --deadline", async () => {
    fixture.writeCode("code", PROJECT);
    fixture.acme.emulator.faults.add({ delayMs: 300_000, times: Infinity });
    const { code, message } = await failure(command, "code", "--deadline", "0.2", ...approval);
    expect([code, message]).toEqual(["DEADLINE_EXCEEDED", expect.stringContaining("exceeded its deadline of 0.2 s")]);
  });

  test("without code", async () => {
    expect(await failure(command, "nowhere", ...approval)).toEqual({
      code: "NO_CODE",
      message: "nowhere does not exist.",
      next:
        "Use the folder of a CDK app, or one with Terraform JSON. To generate an app, run " + "`tfprojects import`.",
    });
  });

  test("with code that only Terraform can evaluate: each problem has its address", async () => {
    fixture.write("functions/main.tf.json", {
      resource: { tfprojects_project: { one: { name: '${upper("one")}' }, two: { name: '${lower("TWO")}' } } },
    });
    expect(await failure(command, "functions", ...approval)).toMatchObject({
      code: "INVALID_CONFIGURATION",
      message: "Invalid configuration.",
      errors: [{ address: "tfprojects_project.one.name" }, { address: "tfprojects_project.two.name" }],
    });
  });

  test("with an organization that does not exist", async () => {
    fixture.write("elsewhere/main.tf.json", {
      provider: { tfprojects: { organization: "acmee" } },
      resource: { tfprojects_project: PROJECT },
    });
    expect(await failure(command, "elsewhere", ...approval)).toMatchObject({
      code: "ORGANIZATION_NOT_FOUND",
      message: expect.stringContaining('The organization "acmee" does not exist at http://127.0.0.1:'),
    });
  });

  test("with a token that the service rejects, which is not in the output", async () => {
    fixture.writeCode("code", PROJECT);
    const env = { ...fixture.environment, TFE_TOKEN: "wr0ng-t0ken" };
    const outcome = await cli.run([command, "code", "--json", ...approval], env);
    expect(outcome.status).toBe(1);
    expect(documentOf(outcome)).toMatchObject({
      error: { code: "UNAUTHORIZED", request: { method: "GET", status: 401 }, outcome_unknown: false },
    });
    expect(outcome.stdout + outcome.stderr).not.toContain("wr0ng-t0ken");
  });

  test("with a page that cannot be written", async () => {
    fixture.writeCode("code", PROJECT);
    expect(await failure(command, "code", "--html", "missing/page.html", ...approval)).toMatchObject({
      code: "OUTPUT",
    });
    expect(fixture.takeWrites().filter((write) => write.startsWith("POST"))).toEqual([]);
  });
});

describe("plan --json", () => {
  test("--out in a folder that does not exist: an error, and no plan", async () => {
    fixture.writeCode("code", PROJECT);
    const outcome = await fixture.run("plan", "code", "--json", "--out", "missing/plan.json");
    expect(outcome).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Cannot write missing/plan.json: no such file"),
    });
    expect(documentOf(outcome)).toMatchObject({ error: { code: "OUTPUT" } });
  });

  test("--out with a blocked plan: the plan is the only document, and stderr says that it was not saved", async () => {
    fixture.writeCode("code", PROJECT, { platform: ["missing"] });
    const outcome = await fixture.run("plan", "code", "--json", "--out", "blocked.json");
    expect(outcome).toMatchObject({ status: 1, stderr: expect.stringContaining("The plan was not saved") });
    expect(documentOf(outcome)).toMatchObject({ kind: "plan", organizations: [{ errors: [{}], applyable: false }] });
  });

  test("beside --markdown is a usage error", async () => {
    const outcome = await fixture.run("plan", "--markdown", "--json");
    expect(outcome.status).toBe(1);
    expect(documentOf(outcome)).toMatchObject({
      error: { code: "USAGE", message: expect.stringContaining("--markdown") },
    });
  });
});

describe("apply --json", () => {
  test("without changes, and with a blocked plan: the document of an apply without outcomes", async () => {
    fixture.writeCode("code", PROJECT);
    const first = await fixture.run("apply", "code", "--json", "--auto-approve");
    expect(documentOf(first)).toMatchObject({ organizations: [{ outcomes: [{ outcome: "done" }] }] });
    const second = await fixture.run("apply", "code", "--json", "--auto-approve");
    expect(second).toMatchObject({ status: 0, stderr: "" });
    expect(documentOf(second)).toMatchObject({ kind: "apply", organizations: [{ actions: [], outcomes: [] }] });

    fixture.writeCode("blocked", PROJECT, { platform: ["missing"] });
    const blocked = await fixture.run("apply", "blocked", "--json", "--auto-approve");
    expect(blocked).toMatchObject({ status: 1, stderr: "" });
    expect(documentOf(blocked)).toMatchObject({
      kind: "apply",
      organizations: [
        {
          applyable: false,
          errors: [{ code: "UNKNOWN_WORKSPACE", address: "tfprojects_workspace_membership.platform" }],
          outcomes: [],
        },
      ],
    });
  });

  test("an action that fails has its error; one with unknown outcome exits with status 3", async () => {
    fixture.writeCode("code", PROJECT);
    fixture.acme.emulator.faults.add({ method: "POST", status: 403, times: 1 });
    const rejected = await fixture.run("apply", "code", "--json", "--auto-approve");
    expect(rejected.status).toBe(1);
    expect(documentOf(rejected)).toMatchObject({
      kind: "apply",
      organizations: [
        {
          outcomes: [
            {
              action: "create Platform",
              outcome: "failed",
              error: {
                code: "FORBIDDEN",
                request: { method: "POST", path: "/api/v2/organizations/acme/projects", status: 403 },
                outcome_unknown: false,
              },
            },
          ],
        },
      ],
    });
  });

  test("a stale plan", async () => {
    fixture.writeCode("code", PROJECT);
    await fixture.run("plan", "code", "--out", "stale.json");
    fixture.acme.addProject("platform");
    expect(await failure("apply", "stale.json")).toMatchObject({ code: "STALE_PLAN" });
  });
});

test("apply --json with a gate that is not open: the gate has its address, the reason and what depends on it", async () => {
  fixture.write("gated/main.tf.json", {
    data: { tfprojects_run_task_stages: { it: { run_id: "run-1", wait_for_completion: true } } },
    resource: {
      tfprojects_project: Object.fromEntries(
        Array.from({ length: 12 }, (_, index) => {
          const project = { name: `Project ${index}`, depends_on: ["data.tfprojects_run_task_stages.it"] };
          return [`p${index}`, project];
        }),
      ),
    },
  });
  const { errors } = (await failure("apply", "gated", "--auto-approve")) as unknown as {
    errors: { address: string; dependents: string[] }[];
  };
  expect(errors).toMatchObject([{ address: "data.tfprojects_run_task_stages.it" }]);
  expect(errors[0]!.dependents).toHaveLength(12);
});

describe("stages --json", () => {
  test.each([
    [["no-such-workspace"], "UNKNOWN_WORKSPACE"],
    [["run-1234567890abcdef", "--timeout", "1"], "USAGE"],
    [["run-1234567890abcdef", "--timeout", "soon"], "USAGE"],
    [[], "USAGE"],
    [["run-1234567890abcdef"], "NOT_FOUND"],
  ])("%j: %s", async (args, code) => {
    expect(await failure("stages", ...args)).toMatchObject({ code });
  });
});

describe("a command without --json", () => {
  test.each([
    [["plna"], "plna"],
    [["import"], "--json"],
    [["override", "ts-1234567890abcdef"], "--json"],
  ])("%j", async (args, named) => {
    const outcome = await fixture.run(...args, "--json");
    expect(outcome.status).toBe(1);
    expect(documentOf(outcome)).toMatchObject({ error: { code: "USAGE", message: expect.stringContaining(named) } });
  });

  test("leaves stdout to the command that the emulator runs", async () => {
    const outcome = await cli.launch(["emulator", "--seed", join("missing", "seed.json"), "echo", "--json"]);
    expect(outcome).toMatchObject({ status: 1, stdout: "" });
  });
});

test("--json --help shows the help", async () => {
  expect(await fixture.run("plan", "--json", "--help")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("Usage: tfprojects plan"),
    stderr: "",
  });
});

test("a bug in work that nothing awaits ends the command, with the only document on stdout", async () => {
  // The first timer of the process runs when the command waits for the service.
  fixture.write("bug.cjs", 'setTimeout(() => Promise.reject(new Error("a bug")));');
  fixture.acme.emulator.faults.add({ delayMs: 60_000, times: 2 });
  for (const command of ["doctor", "stages run-1", "plan code", "drift code", "apply code --auto-approve"]) {
    fixture.writeCode("code", PROJECT);
    const env = { ...fixture.environment, NODE_OPTIONS: `--require=${join(cli.folder, "bug.cjs")}` };
    const result = await cli.launch([...command.split(" "), "--json"], env);
    expect([result.status, documentOf(result)]).toMatchObject([1, { kind: "error", error: { code: "INTERNAL" } }]);
    expect(result.stderr).toContain("Error: a bug\n    at ");
  }
});
