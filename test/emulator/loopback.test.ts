import { isLoopbackHost, isLoopbackUrl, isSamePort } from "../../src/emulator/loopback";

test.each(["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "LOCALHOST"])("%s is a loopback host", (host) => {
  expect(isLoopbackHost(host)).toBe(true);
  expect(isLoopbackHost(`${host}:8080`)).toBe(true);
  expect(isLoopbackUrl(`http://${host}:8080/task`)).toBe(true);
  expect(isLoopbackUrl(`https://${host}`)).toBe(true);
});

test.each(["", "127.0.0.1.example.com", "localhost.example.com", "192.168.0.7", "[::2]", "a b.localhost"])(
  "%j is not a loopback host",
  (host) => {
    expect(isLoopbackHost(host)).toBe(false);
    expect(isLoopbackUrl(`http://${host}/task`)).toBe(false);
  },
);

test("names below localhost are loopback hosts of browsers only", () => {
  expect(isLoopbackHost("tfe.localhost:80")).toBe(true);
  expect(isLoopbackUrl("http://tfe.localhost:80")).toBe(false);
});

test.each([null, "localhost", "ftp://localhost/task", "http://"])("%j is not a loopback URL", (url) => {
  expect(isLoopbackUrl(url)).toBe(false);
});

test.each([
  ["http://localhost:8080/task", true],
  ["https://[::1]:8080", true],
  ["http://127.0.0.1:8081", false],
  ["http://127.0.0.1", false],
  ["http://example.com:8080", false],
  ["", false],
])("whether %j has the port of http://127.0.0.1:8080: %p", (url, expected) => {
  expect(isSamePort(url, "http://127.0.0.1:8080")).toBe(expected);
});

test("the port of a protocol can be omitted", () => {
  expect(isSamePort("http://localhost/task", "http://127.0.0.1:80")).toBe(true);
  expect(isSamePort("https://localhost/task", "http://127.0.0.1:80")).toBe(false);
});
