import { request } from "node:http";
import { Emulator } from "../../../src/emulator";
import { HttpClient } from "../http-client";

let emulator: Emulator;

beforeEach(async () => {
  emulator = await Emulator.start();
  await new HttpClient(emulator).get("/ping");
});
afterEach(() => emulator.stop());

/** With headers that fetch does not allow. */
async function clearWith(headers: Readonly<Record<string, string>>): Promise<number> {
  const options = { method: "DELETE", headers };
  return new Promise((resolve, reject) => {
    request(`${emulator.address}/_emulator/requests`, options, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .once("error", reject)
      .end();
  });
}

test.each([
  ["a host name that resolves to this machine", { host: "attacker.example:8080" }],
  ["an address of another machine", { host: "192.168.0.7" }],
  ["a host name that only begins with localhost", { host: "localhost.attacker.example" }],
  ["an origin of another site", { host: "127.0.0.1:8080", origin: "https://attacker.example" }],
  ["an origin of another program on this machine", { host: "127.0.0.1:8080", origin: "http://127.0.0.1:3000" }],
  ["the origin of a page without one", { host: "127.0.0.1:8080", origin: "null" }],
  ["a request of a page of another site without an origin", { host: "127.0.0.1:8080", "sec-fetch-site": "cross-site" }],
  ["a request of a page on another port without an origin", { host: "127.0.0.1:8080", "sec-fetch-site": "same-site" }],
])("rejects %s, and does nothing", async (_, headers) => {
  expect(await clearWith(headers)).toBe(403);
  expect(emulator.requests.counts.total).toBe(1);
});

test("rejects reads of a page of another site, too, on any path", async () => {
  for (const path of ["", "/state", "/requests", "/nonsense"]) {
    const response = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      request(
        `${emulator.address}/_emulator${path}`,
        { headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" } },
        (incoming) => {
          let text = "";
          incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
          incoming.once("end", () => resolve({ status: incoming.statusCode!, text }));
        },
      )
        .once("error", reject)
        .end();
    });
    expect(response.status).toBe(403);
    expect(JSON.parse(response.text)).toEqual({ error: expect.stringContaining('"cross-site"') });
  }
});

test.each<Readonly<Record<string, string>>>([
  { host: "localhost:8080" },
  { host: "tfe.localhost" },
  { host: "[::1]:80" },
  { host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080" },
  { host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080", "sec-fetch-site": "same-origin" },
  { host: "127.0.0.1:8080", "sec-fetch-site": "none" },
])("accepts %j", async (headers) => {
  expect(await clearWith(headers)).toBe(204);
  expect(emulator.requests.counts.total).toBe(0);
});
