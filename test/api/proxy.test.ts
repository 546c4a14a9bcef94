import { ConfigurationError } from "../../src/api";
import { resolveAddress } from "../../src/api/address";
import { resolveProxy } from "../../src/api/proxy";
import { shows, TERRAFORM } from "../fidelity";

const proxyFor = (address: string, env: Record<string, string>) => resolveProxy(resolveAddress({ address }, {}), env);
const PROXY = "http://proxy.example.com:3128";

shows("credentials: Proxies");
test("uses no proxy without a variable", () => {
  expect(proxyFor("https://tfe.example.com", {})).toBeUndefined();
  expect(proxyFor("https://tfe.example.com", { HTTPS_PROXY: " ", HTTP_PROXY: PROXY })).toBeUndefined();
});

shows.documented(
  TERRAFORM,
  "credentials: Proxies",
  "By Go's rules, which Terraform follows: `HTTPS_PROXY` and the others.",
);
test("prefers HTTPS_PROXY to https_proxy, and those to ALL_PROXY", () => {
  const env = {
    HTTPS_PROXY: "http://one",
    https_proxy: "http://two",
    ALL_PROXY: "http://three",
    all_proxy: "http://four",
  };
  const { HTTPS_PROXY, https_proxy, ALL_PROXY, ...last } = env;
  const url = (given: Record<string, string>) => proxyFor("https://tfe.example.com", given)?.url;
  expect(url(env)).toBe(HTTPS_PROXY);
  expect(url({ ...last, ALL_PROXY, https_proxy })).toBe(https_proxy);
  expect(url({ ...last, ALL_PROXY })).toBe(ALL_PROXY);
  expect(url(last)).toBe("http://four");
});

test.each([
  "http://localhost:8080",
  "http://127.0.0.1:8080",
  "https://localhost",
  "https://127.0.0.1",
  "https://[::1]",
])("%s is this machine and never reached through a proxy", (address) => {
  expect(proxyFor(address, { HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY, ALL_PROXY: PROXY })).toBeUndefined();
});

test.each([
  ["proxy.example.com:3128", { url: PROXY, port: 3128, isSecure: false }],
  ["http://proxy.example.com", { url: "http://proxy.example.com", port: 80, isSecure: false }],
  ["https://proxy.example.com", { url: "https://proxy.example.com", port: 443, isSecure: true }],
  ["http://[fd00::1]:3128/", { hostname: "fd00::1", port: 3128 }],
])("%s is read as Go reads it", (HTTPS_PROXY, proxy) => {
  expect(proxyFor("https://tfe.example.com", { HTTPS_PROXY })).toMatchObject(proxy);
});

test.each([
  ["us%40er:pass%3Aword@", "us@er:pass:word"],
  ["user@", "user:"],
  [":pa55word@", ":pa55word"],
  ["us%er:%@", "us%er:%"],
])("of %j, the user name and password are sent decoded, and are in nothing that is shown", (userinfo, credentials) => {
  const { authorization, ...shown } = proxyFor("https://tfe.example.com", {
    HTTPS_PROXY: PROXY.replace("//", `//${userinfo}`),
  })!;
  expect(authorization).toBe(`Basic ${Buffer.from(credentials).toString("base64")}`);
  expect(shown).toEqual({
    url: PROXY,
    hostname: "proxy.example.com",
    port: 3128,
    isSecure: false,
    source: "HTTPS_PROXY",
  });
});

test("without user name and password, the proxy is sent none", () => {
  expect(proxyFor("https://tfe.example.com", { HTTPS_PROXY: PROXY })!.authorization).toBeUndefined();
});

/** Exception, address, whether the proxy is left out; as golang.org/x/net/http/httpproxy documents it. */
test.each([
  ["*", "https://tfe.example.com", true],
  ["example.com", "https://tfe.example.com", true],
  ["example.com", "https://example.com", true],
  ["example.com", "https://notexample.com", false],
  [".example.com", "https://tfe.example.com", true],
  [".example.com", "https://example.com", false],
  ["*.example.com", "https://tfe.example.com", true],
  ["TFE.Example.COM", "https://tfe.example.com", true],
  ["other.org, example.com", "https://tfe.example.com", true],
  ["tfe.example.com:443", "https://tfe.example.com", true],
  ["tfe.example.com:8443", "https://tfe.example.com", false],
  ["tfe.example.com:8443", "https://tfe.example.com:8443", true],
  ["10.0.0.0/8", "https://10.1.2.3", true],
  ["10.0.0.0/8", "https://11.1.2.3", false],
  ["10.0.0.0/99", "https://10.1.2.3", false],
  ["10.1.2.3", "https://10.1.2.3", true],
  ["10.1.2.3:8443", "https://10.1.2.3", false],
  ["fd00::/8", "https://[fd00::1]", true],
  ["fd00::1", "https://[fd00::1]", true],
  ["[fd00::1]:443", "https://[fd00::1]", true],
  ["com", "https://10.1.2.3", false],
  ["", "https://tfe.example.com", false],
  [",,", "https://tfe.example.com", false],
])("NO_PROXY %j and %s: left out is %s", (exception, address, leftOut) => {
  expect(proxyFor(address, { HTTPS_PROXY: PROXY, NO_PROXY: exception }) === undefined).toBe(leftOut);
  expect(proxyFor(address, { HTTPS_PROXY: PROXY, no_proxy: exception }) === undefined).toBe(leftOut);
});

test.each([
  "socks5://user:pa55word@proxy.example.com:1080",
  "ftp://user:pa55word@proxy.example.com",
  "http://user:pa55word@[",
  "://",
])("%s cannot be used, and the error does not repeat the password", (HTTPS_PROXY) => {
  const resolve = (): unknown => proxyFor("https://tfe.example.com", { HTTPS_PROXY });
  expect(resolve).toThrow(ConfigurationError);
  expect(resolve).toThrow(/^HTTPS_PROXY is not a supported proxy/);
  expect(resolve).not.toThrow("pa55word");
});

test("ignores a SOCKS proxy in ALL_PROXY, which Terraform does not read", () => {
  expect(proxyFor("https://tfe.example.com", { ALL_PROXY: "socks5://proxy.example.com:1080" })).toBeUndefined();
});
