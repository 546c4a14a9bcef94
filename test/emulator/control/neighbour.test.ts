import { request } from "node:http";
import { Emulator } from "../../../src/emulator";
import { HttpCaller } from "../http-caller";

let emulator: Emulator;

beforeEach(async () => {
  emulator = await Emulator.start();
  await new HttpCaller(emulator).get("/ping");
});
afterEach(() => emulator.stop());

/** With headers that fetch does not let a program choose. */
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
  ["a name that was made to lead here", { host: "attacker.example:8080" }],
  ["an address that is not this machine's", { host: "192.168.0.7" }],
  ["a name that only begins as this machine's", { host: "localhost.attacker.example" }],
  ["another site", { host: "127.0.0.1:8080", origin: "https://attacker.example" }],
  ["another program on this machine", { host: "127.0.0.1:8080", origin: "http://127.0.0.1:3000" }],
  ["a page without an origin", { host: "127.0.0.1:8080", origin: "null" }],
])("%s is refused, and nothing is done", async (_, headers) => {
  expect(await clearWith(headers)).toBe(403);
  expect(emulator.requestCounts.total).toBe(1);
});

test.each<Readonly<Record<string, string>>>([
  { host: "localhost:8080" },
  { host: "tfe.localhost" },
  { host: "[::1]:80" },
  { host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080" },
])("%j is heard", async (headers) => {
  expect(await clearWith(headers)).toBe(204);
  expect(emulator.requestCounts.total).toBe(0);
});
