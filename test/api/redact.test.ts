import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { Client, ConfigurationError } from "../../src/api";
import { redactAddress, redactRedirect } from "../../src/api/redact";
import { ScriptedService } from "./scripted-service";

test.each([
  ["https://tfe.example.com", '"https://tfe.example.com"'],
  ["https://TFE.example.com:8443/", '"https://tfe.example.com:8443"'],
  ["https://tfe.example.com/path", '"https://tfe.example.com/…"'],
  ["https://tfe.example.com?x=1", '"https://tfe.example.com/…"'],
  ["https://someone:pa55@tfe.example.com", '"https://tfe.example.com"'],
  ["https://someone:pa/55@tfe.example.com", '"https://…"'],
  ["ftp://tfe.example.com", '"ftp://tfe.example.com"'],
  ["tfe.example.com:8443", '"tfe.example.com:8443"'],
  ["tfe.example.com/path", '"tfe.example.com…"'],
  ["two words", '"two…"'],
  ["someone@tfe.example.com", "(not shown, since it may contain a password)"],
  ["", '""'],
])("%j is shown as %s", (given, shown) => {
  expect(redactAddress(given)).toBe(shown);
});

/** Two parts, neither of which may be seen: what stands for a slash or its like in a password parts it for a parser. */
const [ONE, TWO] = ["p4ssw0rd", "s3cr3t"];

/** Addresses that hold a password, in whatever way people write them. */
const addresses: readonly string[] = [
  `https://user:${ONE}@tfe.example.com`,
  `https://user:${ONE}/${TWO}@tfe.example.com`,
  `https://user:${ONE}?${TWO}@tfe.example.com`,
  `https://user:${ONE}#${TWO}@tfe.example.com`,
  `https://user:${ONE}\\${TWO}@tfe.example.com`,
  `https://user:${ONE}@${TWO}@tfe.example.com`,
  `https://user:${ONE}:${TWO}@tfe.example.com`,
  `https://${ONE}@tfe.example.com`,
  `https://:${ONE}@tfe.example.com`,
  `https://user:12/${TWO}@tfe.example.com`,
  `https://user:12?${TWO}@tfe.example.com`,
  `https://user:12#${TWO}@tfe.example.com`,
  `https://tfe.example.com?token=${ONE}`,
  `https://tfe.example.com#${ONE}`,
  `https://tfe.example.com/?token=${ONE}`,
  `https://user:${ONE}@tfe.example.com/api/v2?x=${TWO}`,
  `https:user:${ONE}@tfe.example.com`,
  `https:/user:${ONE}@tfe.example.com`,
  `//user:${ONE}@tfe.example.com`,
  `user:${ONE}@tfe.example.com`,
  `user:${ONE}/${TWO}@tfe.example.com`,
  `user:${ONE}`,
  `${ONE}@tfe.example.com`,
  `${ONE}://tfe.example.com`,
  `${ONE}:tfe.example.com`,
  `urn:${ONE}:${TWO}`,
  `mailto:user:${ONE}@tfe.example.com`,
  `ftp://user:${ONE}@tfe.example.com`,
  `ftp://user:${ONE}/${TWO}@tfe.example.com`,
  `http://user:${ONE}@tfe.example.com`,
  `http://user:${ONE}/${TWO}@tfe.example.com`,
  `tfe.example.com?token=${ONE}`,
  `tfe.example.com#${ONE}`,
  `tfe.example.com/?${ONE}`,
  `tfe.example.com \n user:${ONE}@x`,
];

describe("messages contain no password", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "home-"));
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
  });

  function refusalOf(make: () => Client): unknown {
    try {
      make().close();
    } catch (error) {
      return error;
    }
    throw new Error("it was taken");
  }

  test.each(addresses)("of the address %j, from any setting", (given) => {
    const env = { HOME: home, TFE_TOKEN: "x" };
    const block = join(home, "terraform.rc");
    writeFileSync(block, `host "tfe.example.com" { services = { "tfe.v2" = ${JSON.stringify(given)} } }`);
    const ways: readonly (() => Client)[] = [
      () => new Client({ env, address: given }),
      () => new Client({ env: { ...env, TFE_ADDRESS: given } }),
      () => new Client({ env, hostname: given }),
      () => new Client({ env: { ...env, TFE_HOSTNAME: given } }),
      () => new Client({ env: { ...env, TF_CLI_CONFIG_FILE: block }, hostname: "tfe.example.com" }),
    ];
    for (const make of ways) {
      const error = refusalOf(make);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(inspect(error, { depth: Infinity, showHidden: true })).not.toMatch(/p4ssw0rd|s3cr3t/i);
    }
  });

  const unusable = addresses.filter((address) => /^\w+:\/\/user:[^@]*[/?#\\]|^ftp:/.test(address));
  test.each(unusable)("of the proxy %j", (given) => {
    const error = refusalOf(
      () => new Client({ hostname: "tfe.example.com", env: { HOME: home, TFE_TOKEN: "x", HTTPS_PROXY: given } }),
    );
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(inspect(error, { depth: Infinity, showHidden: true })).not.toMatch(/p4ssw0rd|s3cr3t/i);
  });
});

describe("of the target of a redirect", () => {
  test.each([
    ["https://user:pa55@elsewhere.example/login?token=pa55#pa55", "https://elsewhere.example/login"],
    ["//user:pa55@elsewhere.example:8443/login", "https://elsewhere.example:8443/login"],
    ["/session/new?token=pa55", "https://tfe.example.com/session/new"],
    ["?token=pa55", "https://tfe.example.com/"],
    ["https://user:12/pa55@elsewhere.example", "an address (not shown, since it may contain a password)"],
    ["https://user:pa55/x@elsewhere.example", "an address (not shown, since it may contain a password)"],
    ["user:pa55@elsewhere.example", "an address (not shown, since it may contain a password)"],
    ["javascript:pa55", "an address (not shown, since it may contain a password)"],
  ])("%j, only %s is shown", (location, shown) => {
    expect(redactRedirect(location, "https://tfe.example.com")).toBe(shown);
  });

  test("the error contains neither user name nor password", async () => {
    const service = await ScriptedService.start();
    service.script({ status: 302, headers: { location: "https://someone:pa55@elsewhere.example/login?x=pa55" } });
    const error: unknown = await service
      .client()
      .projects.get("prj-1")
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "unexpected-response" });
    const shown = inspect(error, { depth: Infinity, showHidden: true });
    expect(shown).toContain("redirect to https://elsewhere.example/login. ");
    expect(shown).not.toMatch(/pa55|someone/);
    await service.stop();
  });
});
