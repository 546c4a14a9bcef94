import { Emulator } from "../../../src/emulator";
import { HttpCaller } from "../http-caller";

const PROJECTS = "/organizations/acme/projects";
const LIMIT = ["limit", "remaining", "reset"].map((name) => `x-ratelimit-${name}`);
const limits = (answer: { readonly headers: Headers }): readonly (string | null)[] =>
  LIMIT.map((name) => answer.headers.get(name));

test("above the limit the service answers 429 with the documented body and the time to wait, until a second has passed", async () => {
  const emulator = await Emulator.start({ rateLimit: 2, now: () => 0 });
  const http = new HttpCaller(emulator);

  expect(limits(await http.get(PROJECTS))).toEqual(["2", "1", "0.000"]);
  emulator.advance(0.25);
  expect(limits(await http.get("/ping"))).toEqual(["2", "0", "0.000"]);
  const refused = await http.get(PROJECTS);
  expect(refused.status).toBe(429);
  expect(refused.document).toEqual({
    errors: [{ detail: "You have exceeded the API's rate limit.", status: 429, title: "Too many requests" }],
  });
  expect(limits(refused)).toEqual(["2", "0", "0.750"]);

  emulator.advance(0.75);
  expect((await http.get(PROJECTS)).status).toBe(200);
  await emulator.stop();
});

test("each caller has a limit of their own", async () => {
  const emulator = await Emulator.start({ rateLimit: 1, now: () => 0 });
  const other = new HttpCaller(emulator, emulator.addToken({ organization: "acme", role: "read-only" }));
  const http = new HttpCaller(emulator);

  expect((await http.get(PROJECTS)).status).toBe(200);
  expect((await other.get(PROJECTS)).status).toBe(200);
  expect((await http.get(PROJECTS)).status).toBe(429);
  await emulator.stop();
});

test("without a limit no header speaks of one, so that no client slows down", async () => {
  const emulator = await Emulator.start();
  expect(limits(await new HttpCaller(emulator).get(PROJECTS))).toEqual([null, null, null]);
  await emulator.stop();
});
