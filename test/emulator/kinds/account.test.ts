import { Emulator } from "../../../src/emulator";
import { HttpClient } from "../http-client";
import { shows, TERRAFORM } from "../../fidelity";

let emulator: Emulator;
beforeAll(async () => (emulator = await Emulator.start()));
afterAll(() => emulator.stop());

const account = async (token?: string) => (await new HttpClient(emulator, token).get("/account/details")).data;

shows.documented(
  TERRAFORM,
  "credentials: The account of a token",
  "`GET /account/details` returns the user, or the service account of a team or organization token, and the " +
    "token's owner (`authenticated-resource`).",
);
test("the admin token and tokens of users have the account of a user", async () => {
  const ada = emulator.tokens.create({ organization: "acme", role: "read-only", user: "ada" });
  const nameless = emulator.tokens.create({ organization: "acme", role: "team" });
  for (const [token, username] of [
    [undefined, "admin"],
    [ada, "ada"],
    [nameless, expect.stringMatching(/^user-of-/)],
  ] as const) {
    const { id, type, attributes, relationships } = await account(token);
    expect([type, attributes["is-service-account"], attributes["username"]]).toEqual(["users", false, username]);
    expect(relationships).toMatchObject({ "authenticated-resource": { data: { type: "users", id } } });
  }
});

shows("credentials: The account of a token");
test("an organization token has a service account, with the organization beside it", async () => {
  const { attributes, relationships } = await account(
    emulator.tokens.create({ organization: "acme", role: "organization" }),
  );
  expect(attributes).toMatchObject({ "is-service-account": true, username: "api-org-acme", email: null });
  expect(relationships).toMatchObject({ "authenticated-resource": { data: { type: "organizations", id: "acme" } } });
});

test("without a valid token the response is 401", async () => {
  expect((await new HttpClient(emulator, "unknown").get("/account/details")).status).toBe(401);
});
