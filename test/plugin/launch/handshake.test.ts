import { handshakeLine, readLaunch } from "../../../src/plugin/launch/handshake";

const environment = {
  TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
  PLUGIN_PROTOCOL_VERSIONS: "5,6",
  PLUGIN_CLIENT_CERT: "PEM",
};

describe("the handshake", () => {
  it("reads what Terraform says", () => {
    expect(readLaunch({ ...environment, PLUGIN_MIN_PORT: "1", PLUGIN_MAX_PORT: "2" }, "sample")).toEqual({
      kind: "launched",
      clientCertificate: "PEM",
      socketFolder: undefined,
      ports: { min: 1, max: 2 },
    });
  });

  it.each([
    ["the cookie is another one", { TF_PLUGIN_MAGIC_COOKIE: "x" }, "by-hand", "not meant to be started by hand"],
    ["protocol 6 is not offered", { PLUGIN_PROTOCOL_VERSIONS: "5" }, "refused", "speaks plugin protocol 6"],
    ["nobody says who may connect", { PLUGIN_CLIENT_CERT: "" }, "refused", "PLUGIN_CLIENT_CERT"],
  ])("does not serve when %s", (_when, change, kind, explanation) => {
    expect(readLaunch({ ...environment, ...change }, "sample")).toEqual({
      kind,
      explanation: expect.stringContaining(explanation) as string,
    });
  });

  it("answers in one line, the certificate without padding", () => {
    const line = handshakeLine({ network: "unix", address: "/tmp/plugin-1/socket" }, Buffer.from("ab"));
    expect(line).toBe("1|6|unix|/tmp/plugin-1/socket|grpc|YWI\n");
  });
});
