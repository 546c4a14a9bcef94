import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { CHECKS, FINDINGS } from "../../../src/doctor/check";
import { CliFixture } from "../cli-fixture";
import { PROVIDER_SOURCE } from "../../../src/model/provider-address";
import { CommandLine, waitForExit, type ProcessResult } from "../command-line";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => {
  fixture = await CliFixture.create(cli);
  fixture.acme.takeRequests();
});
afterEach(() => fixture.dispose());

const schema = JSON.parse(readFileSync(resolve(__dirname, "../../../schema/plan.schema.json"), "utf8")) as {
  readonly $defs: { readonly check: { readonly properties: Readonly<Record<string, { readonly enum?: string[] }>> } };
};
const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(schema);

interface Document {
  readonly kind: string;
  readonly healthy: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly code?: string;
    readonly values: object;
  }[];
}

function documentOf({ stdout }: Pick<ProcessResult, "stdout">): Document {
  const document = JSON.parse(stdout) as Document;
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  return document;
}

/** Runs it as text and as JSON; no part of the token is in either. */
async function doctor(env: Readonly<Record<string, string>> = {}, ...args: readonly string[]) {
  const all = { HOME: cli.folder, ...fixture.environment, ...env };
  const text = await cli.run(["doctor", ...args], all);
  const json = await cli.run(["doctor", ...args, "--json"], all);
  const { TFE_TOKEN: token } = all as Readonly<Record<string, string>>;
  for (const { stdout, stderr } of [text, json])
    for (const part of token === "" ? [] : [token!, token!.slice(0, 12), token!.slice(-12)])
      expect(stdout + stderr).not.toContain(part);
  expect([json.status, json.stderr]).toEqual([text.status, text.stderr]);
  return { status: text.status, stdout: text.stdout, stderr: text.stderr, document: documentOf(json) };
}

const statusesOf = ({ checks }: Document) => Object.fromEntries(checks.map(({ name, status }) => [name, status]));

test("all is well: exit status 0, nine requests, and none is a write", async () => {
  const { status } = await cli.run(["doctor"], { HOME: cli.folder, ...fixture.environment });
  expect(status).toBe(0);
  expect(fixture.acme.takeRequests()).toEqual([
    "GET /api/v2/account/details",
    "GET /api/v2/organizations/acme",
    "GET /api/v2/organizations/acme/projects",
    "GET /api/v2/team-projects",
    "GET /api/v2/organizations/acme/teams",
    expect.stringMatching(/^GET \/api\/v2\/projects\/prj-\w+\/varsets$/),
    "GET /api/v2/organizations/acme/varsets",
    "GET /api/v2/organizations/acme/policy-sets",
    // An empty list is read again before it is believed.
    "GET /api/v2/organizations/acme/policy-sets",
  ]);
  const { stdout, stderr, document } = await doctor();
  expect(stderr).toBe("");
  expect(stdout).toMatch(/\n\[ok\] {3}Organization: acme \(from TFE_ORGANIZATION\)\n/);
  expect(document).toMatchObject({ kind: "doctor", healthy: true });
  expect(document.checks.map(({ name }) => name)).toEqual(Object.keys(CHECKS));
});

test("a rejected token: exit status 1, one request, and what is installed is checked all the same", async () => {
  const { status, stdout, document } = await doctor({ TFE_TOKEN: "expired.atlasv1.0123456789abcdef" });
  expect(status).toBe(1);
  expect(stdout).toMatch(/\[FAIL\] Token: .*401.*\n(.*\n)* {7}Next: /);
  expect(document.healthy).toBe(false);
  expect(statusesOf(document)).toMatchObject({
    connection: "passed",
    token: "failed",
    account: "skipped",
    node: "passed",
  });
  expect(fixture.acme.takeRequests()).toEqual(Array(2).fill("GET /api/v2/account/details"));
});

test("an organization that does not exist", async () => {
  const { status, document } = await doctor({ TFE_ORGANIZATION: "globex" });
  expect([status, document.checks.filter((it) => it.status === "failed").map(({ code }) => code)]).toEqual([
    1,
    ["ORGANIZATION_NOT_FOUND"],
  ]);
});

test("a token that may only read is a warning: exit status 0", async () => {
  const token = fixture.acme.emulator.tokens.create({ organization: "acme", role: "read-only", user: "ada" });
  const { status, stdout, document } = await doctor({ TFE_TOKEN: token });
  expect([status, statusesOf(document)["permissions"]]).toEqual([0, "warning"]);
  expect(stdout).toContain("[ok]   Account: user ada\n");
  expect(stdout).toContain("may not create projects");
  expect(stdout).toMatch(/\nNo problems, [12] warnings?\.\n$/);
});

test("an organization token", async () => {
  const token = fixture.acme.emulator.tokens.create({ organization: "acme", role: "organization" });
  const { status, stdout } = await doctor({ TFE_TOKEN: token });
  expect([status, stdout]).toEqual([0, expect.stringContaining("Account: organization token of acme\n")]);
});

test("the code's organization and address are those that are checked, as commands would use them", async () => {
  const { address } = fixture.acme.emulator;
  const provider = { tfprojects: [{ organization: "globex", address }] };
  fixture.write("code/main.tf.json", { provider, resource: { tfprojects_project: { a: { name: "Platform" } } } });
  const { document, stdout } = await doctor({ TFE_ADDRESS: "https://no-such-host.invalid" }, "code");
  expect(stdout).toContain(`Address: ${address} (from address of the provider)\n`);
  expect(document.checks.find(({ name }) => name === "organization")?.values).toEqual({
    name: "globex",
    source: "the code",
  });
});

test("what the code manages needs, and whether the token lacks it", async () => {
  const token = fixture.acme.emulator.tokens.create({ organization: "acme", role: "read-only", user: "ada" });
  const membership = { project_id: "prj-1234567890123456", workspace_names: ["api"] };
  fixture.write("moves/main.tf.json", { resource: { tfprojects_workspace_membership: { a: membership } } });
  const moves = await doctor({ TFE_TOKEN: token }, "moves");
  expect([moves.status, statusesOf(moves.document)["permissions"]]).toEqual([0, "warning"]);
  expect(moves.stdout).toContain("Permissions: may not move workspaces, which the code needs\n");
  expect(moves.stdout).toContain("the code needs at least: to move workspaces, in the projects");
  expect(moves.stdout).not.toContain("Manage Projects of the organization, or");

  fixture.write("code/main.tf.json", { resource: { tfprojects_project: { a: { name: "Platform" } } } });
  const projects = await doctor({ TFE_TOKEN: token }, "code");
  expect(projects.stdout).toMatch(/Permissions: may not .*create projects.*, which the code needs\n/);
  expect(projects.stdout).not.toMatch(/Permissions: .*move workspaces/);
});

test("what the code assigns, and the token may not manage, is a problem", async () => {
  const token = fixture.acme.emulator.tokens.create({ organization: "acme", role: "manage-projects", user: "ada" });
  const projectId = "${tfprojects_project.a.id}";
  const resource = {
    tfprojects_project: { a: { name: "Platform" } },
    tfprojects_project_policy_sets: { a: { project_id: projectId, names: ["cis"] } },
  };
  fixture.write("code/main.tf.json", { resource });
  const { status, stdout, document } = await doctor({ TFE_TOKEN: token }, "code");
  expect([status, statusesOf(document)["assignments"]]).toEqual([1, "failed"]);
  expect(stdout).toContain("[FAIL] Assignments: may not manage policy sets, which the code has\n");
});

test("code that cannot be read is a warning, and the environment is checked", async () => {
  fixture.write("code/main.tf.json", { resource: { tfprojects_project: { a: { name: "${var.missing}" } } } });
  const { status, document } = await doctor({}, "code");
  expect([status, statusesOf(document)]).toEqual([
    0,
    expect.objectContaining({ code: "warning", organization: "passed" }),
  ]);
});

describe("a Terraform plan", () => {
  const plan = (address?: string): string => {
    const provider = { name: "tfprojects", full_name: PROVIDER_SOURCE };
    const expressions = {
      organization: { constant_value: "globex" },
      ...(address === undefined ? {} : { address: { constant_value: address } }),
    };
    return JSON.stringify({
      format_version: "1.2",
      terraform_version: "1.11.4",
      resource_changes: [
        {
          address: "tfprojects_project.platform",
          mode: "managed",
          type: "tfprojects_project",
          name: "platform",
          provider_name: PROVIDER_SOURCE,
          change: {
            actions: ["create"],
            before: null,
            after: { name: "Platform", organization: "globex" },
            after_unknown: { id: true },
          },
        },
      ],
      configuration: {
        provider_config: { tfprojects: { ...provider, expressions } },
        root_module: {
          resources: [
            {
              address: "tfprojects_project.platform",
              mode: "managed",
              type: "tfprojects_project",
              name: "platform",
              provider_config_key: "tfprojects",
              expressions: { name: { constant_value: "Platform" } },
              schema_version: 0,
            },
          ],
        },
      },
    });
  };

  test("is checked as code is, from a file and from stdin", async () => {
    fixture.write("plans/plan.json", plan());
    const env = { HOME: cli.folder, ...fixture.environment };
    for (const [path, shown] of [
      ["plans/plan.json", "plans/plan.json"],
      ["-", "from stdin"],
    ] as const) {
      const child = cli.start(["doctor", path, "--json"], env);
      child.stdin.end(path === "-" ? plan() : "");
      const { stdout } = await waitForExit(child);
      const { checks } = JSON.parse(stdout) as Document;
      const of = (name: string) => checks.find((check) => check.name === name);
      expect(of("code")).toMatchObject({ status: "passed", message: `the Terraform plan ${shown}` });
      expect(of("organization")?.values).toEqual({ name: "globex", source: "the code" });
    }
  });

  test("for another address than the token's fails the check, and the token is not sent there", async () => {
    fixture.write("plan.json", plan(fixture.acme.emulator.address));
    const { status, document } = await doctor({ TFE_ADDRESS: "http://localhost:1" }, "plan.json");
    expect([status, document.checks.find(({ name }) => name === "code")?.code]).toEqual([1, "ADDRESS_MISMATCH"]);
    expect(fixture.acme.takeRequests()).toEqual([]);
  });
});

test("a folder for temporary files that is none changes nothing", async () => {
  for (const TMPDIR of ["/no/such/folder", join(cli.folder, "tfprojects.js")]) {
    const env = { HOME: cli.folder, ...fixture.environment };
    const { status, stdout, stderr } = await cli.launch(["doctor", "--json"], { ...env, TMPDIR });
    expect([status, stderr, documentOf({ stdout }).healthy]).toEqual([0, "", true]);
    expect(stdout).toBe((await cli.launch(["doctor", "--json"], env)).stdout);
  }
});

test("the app in a folder is not run", async () => {
  const marker = join(cli.folder, "ran");
  fixture.write("app/cdktf.json", { language: "typescript", app: `touch '${marker}'` });
  const { status, stdout } = await doctor({}, "app");
  expect([status, existsSync(marker)]).toEqual([0, false]);
  expect(stdout).toContain("was not synthesized yet");
});

test("a service that does not respond in time", async () => {
  fixture.acme.emulator.faults.add({ delayMs: 60_000, times: 2 });
  const { status, stdout, document } = await doctor({}, "--timeout", "0.2");
  expect([status, document.checks.find(({ name }) => name === "connection")?.code]).toEqual([1, "TIMEOUT"]);
  expect(stdout).toContain("If it is slow, raise --timeout.");
});

test("an organization that is not configured", async () => {
  const { status, stdout } = await doctor({ TFE_ORGANIZATION: "" });
  expect(status).toBe(1);
  expect(stdout).toContain(
    "Next: Set TFE_ORGANIZATION or --organization, or `organization` of the provider in the code.",
  );
});

test.each([
  ["a folder that does not exist", ["no-such-folder"], "NO_CODE"],
  ["a timeout of nothing", ["--timeout", "0"], "USAGE"],
])("%s is an error", async (_, args, code) => {
  const { status, stdout } = await fixture.run("doctor", ...args, "--json");
  const { kind, error } = JSON.parse(stdout) as { kind: string; error: { code: string } };
  expect([status, kind, error.code]).toEqual([1, "error", code]);
});

test("symbols are for terminals that show UTF-8", async () => {
  const { stdout } = await fixture.runInTerminal(["doctor"]);
  expect(stdout).toMatch(/\[ok\] {3}Address/);
  expect((await cli.run(["doctor"], { LANG: "C.UTF-8", ...fixture.environment })).stdout).not.toContain("✓");
});

test("the schema lists every check and every code", () => {
  const { name, code } = schema.$defs.check.properties;
  expect([name?.enum, code?.enum]).toEqual([Object.keys(CHECKS), Object.keys(FINDINGS)]);
});
