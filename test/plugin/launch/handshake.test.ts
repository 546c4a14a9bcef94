import { handshakeLine, readLaunch } from "../../../src/plugin/launch/handshake";

const environment = {
  TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
  PLUGIN_PROTOCOL_VERSIONS: "5,6",
  PLUGIN_CLIENT_CERT: "PEM",
};

describe("the handshake", () => {
  it("reads the environment of a launch", () => {
    expect(readLaunch({ ...environment, PLUGIN_MIN_PORT: "1", PLUGIN_MAX_PORT: "2" }, "sample")).toEqual({
      kind: "launched",
      clientCertificate: "PEM",
      socketFolder: undefined,
      ports: { min: 1, max: 2 },
    });
  });

  it.each([
    ["the cookie is wrong", { TF_PLUGIN_MAGIC_COOKIE: "x" }, "manual", "not meant to be executed directly"],
    [
      "Terraform does not support protocol 6",
      { PLUGIN_PROTOCOL_VERSIONS: "5" },
      "unsupported",
      "requires plugin protocol 6",
    ],
    ["there is no client certificate", { PLUGIN_CLIENT_CERT: "" }, "unsupported", "PLUGIN_CLIENT_CERT"],
  ])("does not serve if %s", (_when, change, kind, explanation) => {
    expect(readLaunch({ ...environment, ...change }, "sample")).toEqual({
      kind,
      explanation: expect.stringContaining(explanation) as string,
    });
  });

  it("is one line, with the certificate without padding", () => {
    const line = handshakeLine({ network: "unix", address: "/tmp/plugin-1/socket" }, Buffer.from("ab"));
    expect(line).toBe("1|6|unix|/tmp/plugin-1/socket|grpc|YWI\n");
  });
});
