import { resolveAddress } from "../../src/api/address";
import { normalizeHost } from "../../src/api/host";
import { ConfigurationError } from "../../src/api";
import { GO_CLIENT, shows, TERRAFORM } from "../fidelity";

describe("the address of the service", () => {
  shows.documented(
    GO_CLIENT,
    "credentials: The address",
    "Arguments, then `TFE_ADDRESS`, `TFE_HOSTNAME`, `app.terraform.io`.",
  );
  test("defaults to HCP Terraform", () => {
    expect(resolveAddress({}, {})).toMatchObject({
      url: "https://app.terraform.io",
      host: "app.terraform.io",
      isLoopback: false,
    });
  });

  shows("credentials: The address");
  test("prefers arguments to the environment, and an address to a host name", () => {
    const env = { TFE_ADDRESS: "https://env-address.example", TFE_HOSTNAME: "env-hostname.example" };
    const address = "https://given-address.example";
    const hostname = "given-hostname.example";

    expect(resolveAddress({ address, hostname }, env)).toMatchObject({
      host: "given-address.example",
      source: "argument address",
    });
    expect(resolveAddress({ hostname }, env)).toMatchObject({
      host: "given-hostname.example",
      source: "argument hostname",
    });
    expect(resolveAddress({}, env)).toMatchObject({ host: "env-address.example", source: "TFE_ADDRESS" });
    expect(resolveAddress({}, { ...env, TFE_ADDRESS: "" })).toMatchObject({
      host: "env-hostname.example",
      source: "TFE_HOSTNAME",
    });
  });

  test.each([
    ["https://tfe.example.com/", "https://tfe.example.com"],
    ["https://tfe.example.com/api/v2/", "https://tfe.example.com"],
    ["https://TFE.example.com:443", "https://tfe.example.com"],
    ["https://tfe.example.com:8443/terraform/", "https://tfe.example.com:8443/terraform"],
    [" https://tfe.example.com\n", "https://tfe.example.com"],
  ])("normalizes %j", (address, url) => {
    expect(resolveAddress({ address }, {}).url).toBe(url);
  });

  test.each([
    "http://localhost:8080",
    "http://127.0.0.1:1",
    "http://127.1.2.3",
    "http://127.1",
    "http://127.255.255.254:8080",
    "http://[::1]:8080",
    "http://[0:0:0:0:0:0:0:1]",
  ])("allows plain http to %s, which is on this machine", (address) => {
    expect(resolveAddress({ address }, {}).isLoopback).toBe(true);
  });

  test.each([
    "http://tfe.example.com",
    "http://127.0.0.1.example.com",
    "http://localhost.example.com",
    "http://10.0.0.1",
    "http://0.0.0.0",
  ])("rejects plain http to %s, which would expose the token", (address) => {
    expect(() => resolveAddress({}, { TFE_ADDRESS: address })).toThrow(
      /^TFE_ADDRESS: .* would send the token unencrypted/,
    );
  });

  test.each([
    ["tfe.example.com", "is not an https address"],
    ["ftp://tfe.example.com", "is not an https address"],
    ["https://", "is not an https address"],
    ["https://tfe.example.com?x=1", "contains a query or a fragment"],
    ["https://tfe.example.com#x", "contains a query or a fragment"],
  ])("rejects %j: %s", (address, why) => {
    expect(() => resolveAddress({ address }, {})).toThrow(ConfigurationError);
    expect(() => resolveAddress({ address }, {})).toThrow(why);
  });

  test.each([
    ["https://app.terraform.io/app/acme/workspaces", "https://app.terraform.io"],
    ["https://app.terraform.io/app/acme/workspaces?project=prj-1#top", "https://app.terraform.io"],
    ["https://app.eu.terraform.io/acme", "https://app.eu.terraform.io"],
    ["https://tfe.example.com/app", "https://tfe.example.com"],
    ["https://tfe.example.com:8443/app/acme/projects", "https://tfe.example.com:8443"],
    ["https://tfe.example.com/session", "https://tfe.example.com"],
    ["https://tfe.example.com/api/v2/organizations/acme", "https://tfe.example.com"],
    ["https://proxy.example.com/terraform/app/acme", "https://proxy.example.com/terraform"],
  ])("rejects %s, which a browser shows, and names the address that was meant", (address, meant) => {
    const resolve = (): unknown => resolveAddress({}, { TFE_ADDRESS: address });
    expect(resolve).toThrow(ConfigurationError);
    expect(resolve).toThrow(`is the address of a page, not of the service. Use ${JSON.stringify(meant)}`);
  });

  test("takes a path that looks like a page's if /api/v2 says that the service is there", () => {
    expect(resolveAddress({ address: "https://proxy.example.com/app/api/v2" }, {}).url).toBe(
      "https://proxy.example.com/app",
    );
    expect(resolveAddress({ address: "https://app.terraform.io/api/v2/" }, {}).url).toBe("https://app.terraform.io");
  });

  test("rejects a password without quoting it", () => {
    const resolve = (): unknown => resolveAddress({ address: "https://someone:pa55word@tfe.example.com" }, {});
    expect(resolve).toThrow("contains a user name or password");
    expect(resolve).not.toThrow("pa55word");
  });

  test.each(["https://tfe.example.com", "tfe.example.com/path", "two words", "someone@tfe.example.com"])(
    "rejects the host name %j",
    (hostname) => {
      expect(() => resolveAddress({ hostname }, {})).toThrow("is not a valid host name");
    },
  );

  test.each([
    ["https://tfe.example.com", '"tfe.example.com"'],
    ["https://app.terraform.io/app/acme", '"app.terraform.io"'],
  ])("names the host that %s means where a host name is expected", (hostname, meant) => {
    expect(() => resolveAddress({}, { TFE_HOSTNAME: hostname })).toThrow(`Use a name, here ${meant}, or`);
    const withPassword = hostname.replace("//", "//user:pa55word@");
    expect(() => resolveAddress({}, { TFE_HOSTNAME: withPassword })).toThrow('such as "tfe.example.com"');
  });

  shows("credentials: Host names");
  test("hosts are normalized to lower case and ASCII, without the default port", () => {
    expect(normalizeHost("App.Terraform.IO:443")).toBe("app.terraform.io");
    expect(normalizeHost("café.fr")).toBe("xn--caf-dma.fr");
    expect(normalizeHost("localhost:8443")).toBe("localhost:8443");
  });
});

describe("a host block of the CLI configuration", () => {
  const files =
    (services: Record<string, string>, host = "tfe.example.com") =>
    () => [
      {
        path: "/home/x/.terraformrc",
        tokens: new Map<string, string>(),
        services: new Map([[host, new Map(Object.entries(services))]]),
        helper: undefined,
      },
    ];
  const hostname = "tfe.example.com";

  shows.documented(
    TERRAFORM,
    "credentials: Host blocks",
    "`host` with `services` sets the service's address: `tfe.v2.2`, as for the tfe provider. Credentials are " +
      "those of the host.",
  );
  test("sets the service's address; credentials remain those of the host", () => {
    const found = resolveAddress({ hostname }, {}, files({ "tfe.v2": "https://far.example.com:8443/x/api/v2/" }));
    expect(found).toMatchObject({ url: "https://far.example.com:8443/x", host: hostname });
    expect(found.source).toBe('host "tfe.example.com" in /home/x/.terraformrc');
  });

  shows("credentials: Host blocks");
  test("may contain several services, of which the tfe provider's applies; and a path", () => {
    const all = { "tfe.v2": "https://v2.example/api/v2/", "tfe.v2.1": "/one/api/v2/" };
    expect(resolveAddress({ hostname }, {}, files(all)).url).toBe("https://tfe.example.com/one");
    const newest = { ...all, "tfe.v2.2": "https://v22.example/api/v2/" };
    expect(resolveAddress({}, { TFE_HOSTNAME: hostname }, files(newest)).url).toBe("https://v22.example");
    expect(resolveAddress({}, {}, files(newest, "app.terraform.io")).url).toBe("https://v22.example");
  });

  test("does not apply to an address, to another host, or without the service", () => {
    const services = { "tfe.v2": "https://far.example.com/api/v2/" };
    expect(resolveAddress({ address: "https://tfe.example.com" }, {}, files(services)).url).toBe(
      "https://tfe.example.com",
    );
    expect(resolveAddress({ hostname: "other.example" }, {}, files(services)).url).toBe("https://other.example");
    expect(resolveAddress({ hostname }, {}, files({ "modules.v1": "https://m.example/" })).url).toBe(
      "https://tfe.example.com",
    );
  });

  shows.documented(TERRAFORM, "credentials: A password in a service's address", "Is rejected.");
  test.each([
    ["https://far.example.com/other/", "does not end in /api/v2/"],
    ["http://far.example.com/api/v2/", "would send the token unencrypted"],
    ["https://someone:pa55word@far.example.com/api/v2/", "contains a user name or password"],
  ])("with %s is rejected without quoting a password", (address, why) => {
    const resolve = (): unknown => resolveAddress({ hostname }, {}, files({ "tfe.v2": address }));
    expect(resolve).toThrow(ConfigurationError);
    expect(resolve).toThrow(why);
    expect(resolve).not.toThrow("pa55word");
  });
});
