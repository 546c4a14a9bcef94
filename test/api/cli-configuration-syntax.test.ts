import { settingsInHcl, settingsInJson } from "../../src/api/cli-configuration-syntax";
import { shows, TERRAFORM } from "../fidelity";

const credentialsInHcl = (text: string) => [...settingsInHcl(text).tokens];
const credentialsInJson = (text: string) => {
  const settings = settingsInJson(text);
  return settings && [...settings.tokens];
};

shows.documented(TERRAFORM, "credentials: File formats", "HCL 1 or JSON; other settings are ignored.");
describe("credentials in HCL", () => {
  test("in a block per host", () => {
    const found = credentialsInHcl(`
      credentials "app.terraform.io" {
        token = "one.atlasv1.x"
      }
      credentials "tfe.example.com" { token = "two" }
    `);
    expect(found).toEqual([
      ["app.terraform.io", "one.atlasv1.x"],
      ["tfe.example.com", "two"],
    ]);
  });

  test("among settings of other kinds, nested or not", () => {
    const found = credentialsInHcl(`
      plugin_cache_dir   = "$HOME/.terraform.d/plugin-cache"
      disable_checkpoint = true
      provider_installation {
        filesystem_mirror { path = "/usr/share" include = ["example.com/*/*"] }
        direct { exclude = ["example.com/*/*"] }
      }
      host "tfe.example.com" { services = { "tfe.v2" = "https://tfe.example.com/api/v2/" } }
      credentials "tfe.example.com" {
        unknown { token = "not-this" }
        "token" = "this"
      }
      credentials_helper "example" { args = ["credentials", "x"] token = "nor-this" }
    `);
    expect(found).toEqual([["tfe.example.com", "this"]]);
  });

  test("comments are skipped, but not inside strings", () => {
    const found = credentialsInHcl(`
      # credentials "a.example" { token = "no" }
      // credentials "b.example" { token = "no" }
      /* credentials "c.example" {
           token = "no" } */
      credentials "d.example" { token = "a#b//c/*d*/" } # }
      credentials /* of */ "e.example" # the
      { token = // other
        "e" }
    `);
    expect(found).toEqual([
      ["d.example", "a#b//c/*d*/"],
      ["e.example", "e"],
    ]);
  });

  test("escapes in strings are resolved", () => {
    expect(credentialsInHcl(String.raw`credentials "d.example" { token = "a\"b\\cA" }`)).toEqual([
      ["d.example", 'a"b\\cA'],
    ]);
  });

  test.each([
    "",
    "credentials",
    'credentials "a.example"',
    'credentials "a.example" {',
    'credentials "a.example" { token',
    "}}}{{",
    '"',
  ])("%j gives nothing, and no failure", (text) => {
    expect(credentialsInHcl(text)).toEqual([]);
  });
});

describe("credentials in JSON", () => {
  shows("credentials: File formats");
  test("as `terraform login` writes them", () => {
    const text = '{"credentials": {"app.terraform.io": {"token": "one"}, "tfe.example.com": {"token": "two"}}}';
    expect(credentialsInJson(text)).toEqual([
      ["app.terraform.io", "one"],
      ["tfe.example.com", "two"],
    ]);
  });

  test("also in the list form of HCL blocks", () => {
    expect(credentialsInJson('{"credentials": [{"a.example": [{"token": "one"}]}]}')).toEqual([["a.example", "one"]]);
  });

  test.each([
    '{"credentials": 5}',
    "[]",
    "null",
    '{"credentials": {"a.example": {"token": 5}}}',
    '{"credentials": {"a.example": {}}}',
  ])("%s has none", (text) => {
    expect(credentialsInJson(text)).toEqual([]);
  });

  test("invalid JSON differs from JSON without credentials", () => {
    expect(credentialsInJson('{"credentials": {')).toBeUndefined();
  });
});

shows("credentials: Host blocks");
describe("hosts and credentials helpers", () => {
  const expected = {
    tokens: new Map(),
    services: new Map([["tfe.example.com", new Map([["tfe.v2", "https://far.example.com/api/v2/"]])]]),
    helper: { name: "vault", args: ["--role", "a b"] },
  };

  test.each([
    ["assigned", 'services = { "tfe.v2" = "https://far.example.com/api/v2/" }'],
    ["as a block", 'services { "tfe.v2" = "https://far.example.com/api/v2/", }'],
  ])("in the configuration's own language, services %s", (_, services) => {
    const text = `
      provider_installation { filesystem_mirror { path = "/x" include = ["a/*", "b/*"] } }
      host "tfe.example.com" { ${services} }
      credentials_helper "vault" { args = ["--role", "a b"] }
    `;
    const mirror = { kind: "filesystem_mirror", path: "/x", include: ["a/*", "b/*"], exclude: [] };
    const providerInstallation = { methods: [mirror], devOverrides: new Map() };
    expect(settingsInHcl(text)).toEqual({ ...expected, providerInstallation });
  });

  test("in JSON", () => {
    const document = {
      host: { "tfe.example.com": { services: { "tfe.v2": "https://far.example.com/api/v2/", "other.v1": 5 } } },
      credentials_helper: { vault: { args: ["--role", "a b"] } },
    };
    expect(settingsInJson(JSON.stringify(document))).toEqual(expected);
  });

  test("a helper without arguments, and a name that is special to JavaScript", () => {
    const text = 'credentials_helper "vault" {} credentials "__proto__" { token = "x" } __proto__ = 5';
    expect(settingsInHcl(text)).toMatchObject({ helper: { name: "vault", args: [] } });
  });
});

describe("where providers come from", () => {
  test("installation methods, development overrides and the plugin cache", () => {
    const text = `
      plugin_cache_dir = "/cache"
      provider_installation {
        dev_overrides { "example.com/a/b" = "/build" }
        network_mirror { url = "https://mirror.example.com/" }
        direct { exclude = ["terraform.local/*/*"] }
      }
    `;
    const { providerInstallation, pluginCacheFolder } = settingsInHcl(text);
    expect(pluginCacheFolder).toBe("/cache");
    expect(providerInstallation).toEqual({
      methods: [
        { kind: "direct", path: undefined, include: [], exclude: ["terraform.local/*/*"] },
        { kind: "network_mirror", path: undefined, include: [], exclude: [] },
      ],
      devOverrides: new Map([["example.com/a/b", "/build"]]),
    });
  });

  test("in JSON", () => {
    const document = { provider_installation: [{ direct: {} }], plugin_cache_dir: "/cache" };
    const found = settingsInJson(JSON.stringify(document));
    expect(found).toMatchObject({
      providerInstallation: { methods: [{ kind: "direct" }] },
      pluginCacheFolder: "/cache",
    });
  });

  test("not set", () => {
    const { providerInstallation, pluginCacheFolder } = settingsInHcl("");
    expect([providerInstallation, pluginCacheFolder]).toEqual([undefined, undefined]);
  });
});
