import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client, ConfigurationError } from "../../src/api";
import { ScriptedService } from "./scripted-service";
import { shows, TERRAFORM } from "../fidelity";

const SECRET = "helper-secret-token";
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };
const MACHINE = `${process.platform}_${ARCHITECTURES[process.arch] ?? process.arch}`;

let home: string;
let service: ScriptedService;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "helper-"));
  service = await ScriptedService.start();
  configure('credentials_helper "vault" { args = ["--role", "a b; $(x)"] }');
});
afterEach(async () => {
  await service.stop();
  rmSync(home, { recursive: true });
});

function configure(text: string): void {
  writeFileSync(join(home, ".terraformrc"), text);
}

/** A real executable, which records its arguments and then runs the script. */
function install(script: string, name = "terraform-credentials-vault", folder = ""): void {
  const path = join(home, ".terraform.d/plugins", folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const note =
    `require("fs").appendFileSync(${JSON.stringify(join(home, "calls"))}, JSON.stringify(process.argv.slice(2)) + ` +
    `"\\n");`;
  writeFileSync(path, `#!${process.execPath}\n${note}\n${script}\n`);
  chmodSync(path, 0o755);
}

const answering = (answer: unknown): string => `process.stdout.write(${JSON.stringify(JSON.stringify(answer))});`;
const calls = (): unknown[] =>
  readFileSync(join(home, "calls"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
const clientOf = (env: Record<string, string> = {}): Client =>
  new Client({ address: service.address, env: { HOME: home, ...env } });

/** The token that a client sends. */
async function tokenSent(env: Record<string, string> = {}): Promise<string | undefined> {
  service.script({ status: 404 });
  const client = clientOf(env);
  await client.projects.get("prj-1").catch(() => undefined);
  client.close();
  return service.requests[0]?.headers.authorization?.replace("Bearer ", "");
}

shows.documented(
  TERRAFORM,
  "credentials: Credentials helpers",
  "Are run with `get` and the host, after all other sources.",
);
test("a helper is run with its arguments, get and the host, without a shell, once for each client", async () => {
  install(answering({ token: SECRET, other: 1 }));
  expect(await tokenSent()).toBe(SECRET);
  expect(calls()).toEqual([["--role", "a b; $(x)", "get", new URL(service.address).host]]);
});

shows("credentials: Credentials helpers");
test("every other place outranks the helper, which is then not run", async () => {
  install(answering({ token: SECRET }));
  expect(await tokenSent({ TFE_TOKEN: "variable" })).toBe("variable");
  configure(`credentials "${new URL(service.address).host}" { token = "file" } credentials_helper "vault" {}`);
  expect(await tokenSent()).toBe("file");
  expect(() => calls()).toThrow("ENOENT");
});

test("the executable may be in the folder of the platform, and the highest version is run", async () => {
  install(answering({ token: "no-version" }), "terraform-credentials-vault", MACHINE);
  expect(await tokenSent()).toBe("no-version");
  install(answering({ token: "nine" }), "terraform-credentials-vault_v1.9.0");
  expect(await tokenSent()).toBe("nine");
  install(answering({ token: "ten" }), "terraform-credentials-vault_v1.10.0", MACHINE);
  install(answering({ token: "another" }), "terraform-credentials-other_v9.0.0");
  expect(await tokenSent()).toBe("ten");
});

test.each<[string, unknown]>([
  ["no token", {}],
  ["an empty token", { token: "" }],
  ["a token that is no text", { token: 5 }],
])("a helper that knows %s is named among the places that were looked at", (_, answer) => {
  install(answering(answer));
  expect(() => clientOf()).toThrow(
    /Searched: .*; credentials helper "vault": no token for 127\.0\.0\.1:\d+\. Set TFE_TOKEN/,
  );
});

test("a helper whose program is not there is named, with the folders that were looked at", () => {
  expect(() => clientOf()).toThrow(
    `credentials helper "vault": no executable terraform-credentials-vault in ${join(home, ".terraform.d/plugins")}, `,
  );
});

test.each([
  [
    "fails",
    `process.stderr.write("${SECRET}"); process.stdout.write("${SECRET}"); process.exit(3);`,
    "it exited with status 3",
  ],
  ["crashes", `process.kill(process.pid, "SIGKILL");`, "it was terminated by SIGKILL"],
  ["answers with no JSON", `process.stdout.write("${SECRET}");`, "its output is not a JSON object"],
  ["answers with a list", `process.stdout.write("[]");`, "its output is not a JSON object"],
  ["says too much", `process.stdout.write("x".repeat(2_000_000));`, "its output is larger than 1 MB"],
])("a helper that %s is an error that names it, and repeats nothing it wrote", (_, script, why) => {
  install(script);
  const make = (): unknown => clientOf();
  expect(make).toThrow(ConfigurationError);
  expect(make).toThrow(
    `The credentials helper "vault" (${join(home, ".terraform.d/plugins/terraform-credentials-vault")}, `,
  );
  expect(make).toThrow(why);
  expect(make).not.toThrow(SECRET);
});

test("a helper that cannot be run is an error that says so", () => {
  install("");
  chmodSync(join(home, ".terraform.d/plugins/terraform-credentials-vault"), 0o644);
  expect(() => clientOf()).toThrow("it cannot be run (EACCES)");
});
