import { Client, UnauthorizedError, UnexpectedResponseError } from "../../src/api";
import { Emulator } from "../../src/emulator";
import { ScriptedService } from "./scripted-service";
import { shows } from "../fidelity";

let emulator: Emulator;
beforeAll(async () => (emulator = await Emulator.start()));
afterAll(() => emulator.stop());

const accountOf = (token: string) => new Client({ address: emulator.address, token, env: {} }).account.get();

shows("credentials: The account of a token");
test("reads the user of a token", async () => {
  const token = emulator.tokens.create({ organization: "acme", role: "owner", user: "ada" });
  const account = await accountOf(token);
  expect(account).toMatchObject({
    username: "ada",
    isServiceAccount: false,
    authenticatedResource: { type: "users", id: account.id },
  });
});

shows("credentials: The account of a token");
test("reads the organization of an organization token", async () => {
  const token = emulator.tokens.create({ organization: "acme", role: "organization" });
  expect(await accountOf(token)).toMatchObject({
    isServiceAccount: true,
    authenticatedResource: { type: "organizations", id: "acme" },
  });
});

test("a rejected token is an error", async () => {
  await expect(accountOf("unknown")).rejects.toThrow(UnauthorizedError);
});

describe("a release that sends less", () => {
  let service: ScriptedService;
  beforeEach(async () => (service = await ScriptedService.start()));
  afterEach(() => service.stop());

  test("leaves undefined whose token it is", async () => {
    service.script({ body: { data: { id: "user-1", type: "users", attributes: { username: "ada" } } } });
    const { isServiceAccount, authenticatedResource } = await service.client().account.get();
    expect([isServiceAccount, authenticatedResource]).toEqual([undefined, undefined]);
  });

  test("must at least name the user", async () => {
    service.script({ body: { data: { id: "user-1", type: "users", attributes: {} } } });
    await expect(service.client().account.get()).rejects.toThrow(UnexpectedResponseError);
  });
});

test("an observer is told the rate limit of each response, where it has one", async () => {
  const service = await ScriptedService.start();
  const body = { data: { id: "user-1", type: "users", attributes: { username: "ada" } } };
  const headers = { "x-ratelimit-limit": "30", "x-ratelimit-remaining": "29", "x-ratelimit-reset": "0.0" };
  service.script({ body, headers }, { body }, { body, headers: { "x-ratelimit-limit": "0" } });
  const limits: unknown[] = [];
  const client = service.client({ onRequest: ({ rateLimit }) => limits.push(rateLimit) });
  for (let index = 0; index < 3; index++) await client.account.get();
  expect(limits).toEqual([{ limit: 30, remaining: 29 }, undefined, undefined]);
  await service.stop();
});
