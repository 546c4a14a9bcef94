import fs, { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listen } from "../../../src/plugin/launch/endpoint";

const launch = { kind: "launched", clientCertificate: "", socketFolder: undefined, ports: { min: 0, max: 0 } } as const;

describe("the endpoint", () => {
  const parent = mkdtempSync(join(tmpdir(), "endpoint-test-"));
  const deep = join(parent, "d".repeat(90));
  mkdirSync(deep);
  const servers: Server[] = [];

  function server(): Server {
    const made = createServer();
    servers.push(made);
    return made;
  }

  afterEach(() => {
    jest.restoreAllMocks();
    for (const made of servers.splice(0)) made.close();
  });
  afterAll(() => rmSync(parent, { recursive: true }));

  it("is a socket in a folder that only this user can enter, and is removed", async () => {
    const endpoint = await listen(server(), { ...launch, socketFolder: parent }, "linux");
    const folder = dirname(endpoint.address);
    expect(endpoint.network).toBe("unix");
    expect(dirname(folder)).toBe(parent);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(endpoint.address).isSocket()).toBe(true);
    endpoint.remove();
    expect(existsSync(folder)).toBe(false);
  });

  it("is in /tmp if the path of the socket would be too long", async () => {
    const endpoint = await listen(server(), { ...launch, socketFolder: deep }, "linux");
    expect(endpoint.address).toMatch(/^\/tmp\/plugin-\w{6}\/socket$/);
    expect(statSync(endpoint.address).isSocket()).toBe(true);
    expect(statSync(dirname(endpoint.address)).mode & 0o777).toBe(0o700);
    endpoint.remove();
    expect(existsSync(dirname(endpoint.address))).toBe(false);
  });

  it("counts the bytes of the path, not its characters", async () => {
    // Twice as many bytes as letters.
    const wide = join(tmpdir(), "ü".repeat(40));
    mkdirSync(wide);
    try {
      const endpoint = await listen(server(), { ...launch, socketFolder: wide }, "linux");
      expect(endpoint.address).toMatch(/^\/tmp\//);
      endpoint.remove();
    } finally {
      rmSync(wide, { recursive: true });
    }
  });

  it("says what to do if the folder for the socket cannot be created", async () => {
    const missing = join(parent, "missing");
    await expect(listen(server(), { ...launch, socketFolder: missing }, "linux")).rejects.toThrow(
      `Cannot create a folder for the provider's socket in ${missing}: Error: ENOENT`,
    );

    jest.spyOn(fs, "mkdtempSync").mockImplementation(() => {
      throw new Error("read-only file system");
    });
    await expect(listen(server(), { ...launch, socketFolder: deep }, "linux")).rejects.toThrow(
      `socket in /tmp (used because the path of a socket in ${deep} would be too long): Error: read-only file ` +
        "system. Set TMPDIR, or PLUGIN_UNIX_SOCKET_DIR if it is set, to an existing",
    );
  });

  it("on Windows is the first free port of the range, on the loopback interface", async () => {
    const occupant = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => occupant.once("listening", resolve));
    const { port } = occupant.address() as AddressInfo;
    const endpoint = await listen(server(), { ...launch, ports: { min: port, max: port + 20 } }, "win32");
    expect(endpoint.network).toBe("tcp");
    expect(endpoint.address).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(endpoint.address).not.toBe(`127.0.0.1:${port}`);

    const refused = listen(server(), { ...launch, ports: { min: port, max: port } }, "win32");
    await expect(refused).rejects.toThrow(`No port from ${port} to ${port} is free on 127.0.0.1.`);
    occupant.close();
  });
});
