import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JsonLogger } from "../../src/plugin/logger";
import { configureProvider } from "../../src/plugin/rpc/provider-calls";
import { Session } from "../../src/plugin/rpc/session";
import { ObjectCodec } from "../../src/plugin/value/object-codec";
import { tfprojectsProvider } from "../../src/provider/provider";

const TOKEN = "s3cret.atlasv1.t0ken";
const ADDRESS = "https://tfe.example.com";

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), "secrets-"))));
afterEach(() => rmSync(home, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(home, path, ".."), { recursive: true });
  writeFileSync(join(home, path), text);
}

/** What a session of the provider logs of a text, once it is configured in this environment. */
async function logged(text: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const lines: string[] = [];
  const session = new Session(tfprojectsProvider, new JsonLogger({ module: "test", write: () => undefined }));
  const logger = new JsonLogger({
    module: "test",
    write: (line) => lines.push(line),
    redact: (it) => session.secrets.redact(it),
  });
  const before = { ...process.env };
  for (const name of ["TFE_TOKEN", "TF_CLI_CONFIG_FILE"]) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, { HOME: home, ...environment });
  try {
    const values = { address: ADDRESS, hostname: null, organization: null, token: null, requests_per_second: null };
    const config = { json: new Uint8Array(), msgpack: new Uint8Array() };
    Object.assign(config, new ObjectCodec(tfprojectsProvider.schema).encode(values));
    const { diagnostics } = await configureProvider(session, { terraformVersion: "1.11.0", config });
    expect(diagnostics).toEqual([]);
  } finally {
    for (const name of Object.keys(environment)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before);
  }
  logger.error(text);
  return lines.join("");
}

describe("the log of the provider has no token", () => {
  test.each<[string, () => Readonly<Record<string, string>>]>([
    ["TFE_TOKEN", () => ({ TFE_TOKEN: TOKEN })],
    ["TFE_TOKEN with the line break of a file", () => ({ TFE_TOKEN: ` ${TOKEN}\n` })],
    ["a variable of another host, untrimmed", () => ({ TFE_TOKEN: "another", TF_TOKEN_other_example: `${TOKEN}\n` })],
    [
      "the CLI configuration",
      () => {
        write("terraform.rc", `credentials "tfe.example.com" { token = "${TOKEN}" }`);
        return { TF_CLI_CONFIG_FILE: join(home, "terraform.rc") };
      },
    ],
    [
      "the credentials file",
      () => {
        write(
          ".terraform.d/credentials.tfrc.json",
          JSON.stringify({ credentials: { "tfe.example.com": { token: TOKEN } } }),
        );
        return {};
      },
    ],
    [
      "the credentials helper",
      () => {
        write(".terraformrc", 'credentials_helper "vault" { args = [] }');
        const helper = ".terraform.d/plugins/terraform-credentials-vault";
        write(helper, `#!${process.execPath}\nprocess.stdout.write('{"token":"${TOKEN}"}');`);
        chmodSync(join(home, helper), 0o755);
        return {};
      },
    ],
  ])("from %s", async (_, prepare) => {
    const line = await logged(`The service said: "${TOKEN}", and ${encodeURIComponent(TOKEN)}`, prepare());
    expect(line).toContain("The service said");
    expect(line).not.toMatch(/s3cret|t0ken/);
  });
});
