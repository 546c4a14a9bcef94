import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "../../src/api";
import { describeFailure } from "../../src/api/transport-failure";

const system = (code: string, syscall: string, message = `${syscall} ${code}`): Error =>
  Object.assign(new Error(message), { code, syscall });
/** As axios wraps what the system threw. */
const wrapped = (cause: Error & { code?: string }): Error =>
  Object.assign(new Error(cause.message, { cause }), { code: cause.code });

test.each([
  ["a refused connection", wrapped(system("ECONNREFUSED", "connect")), "unreachable"],
  ["a name that is not found", wrapped(system("ENOTFOUND", "getaddrinfo")), "unreachable"],
  [
    "a connection that does not come about in the system's time",
    wrapped(system("ETIMEDOUT", "connect")),
    "unreachable",
  ],
  [
    "several addresses that all refuse",
    wrapped(new AggregateError([system("ECONNREFUSED", "connect"), system("ECONNREFUSED", "connect")])),
    "unreachable",
  ],
  ["a reset connection", wrapped(system("ECONNRESET", "read")), "broken"],
  ["a connection that times out while it is read", wrapped(system("ETIMEDOUT", "read")), "broken"],
  ["a certificate of its own making", wrapped(system("DEPTH_ZERO_SELF_SIGNED_CERT", "")), "untrusted"],
  ["a certificate for another name", wrapped(system("ERR_TLS_CERT_ALTNAME_INVALID", "")), "untrusted"],
  ["a failure of TLS that may come at any time", wrapped(system("EPROTO", "write")), "broken"],
  ["axios's own timeout", Object.assign(new Error("timeout of 1ms exceeded"), { code: "ECONNABORTED" }), "timeout"],
  ["something that is no error", "thrown text", "broken"],
  ["nothing at all", undefined, "broken"],
])("%s", (_, error, kind) => {
  expect(describeFailure(error, "token").kind).toBe(kind);
});

test("a code that is no text is none", () => {
  expect(describeFailure(wrapped(Object.assign(new Error("odd"), { code: 7 as never })), "token")).toMatchObject({
    kind: "broken",
    message: "odd",
    code: undefined,
  });
});

test("the message is one line, says each reason once, and not the token", () => {
  const error = wrapped(
    new AggregateError([
      system("E", "connect", "no\nroute\n"),
      system("E", "connect", "no route"),
      system("E", "connect", "sent secret"),
    ]),
  );
  expect(describeFailure(error, "secret").message).toBe("no route; sent [token]");
});

test("a server that speaks HTTP at a port with an https address is named as that, whatever the request, and got none", async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const client = new Client({ address: `https://127.0.0.1:${port}`, token: "wr0ng", env: {} });
    const error: unknown = await client.projects
      .create("acme", { name: "Platform" })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "connection", reason: "not-tls", outcomeUnknown: false, attempts: 1 });
    expect((error as Error).message).toMatch(
      /the server does not speak TLS at this port\. Nothing was changed\. Check the port/,
    );
    expect(requests).toEqual([]);
    client.close();
  } finally {
    server.close();
  }
});
