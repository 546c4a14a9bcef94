import { Emulator } from "../../../src/emulator";
import { OPENAPI, PAGES, shows } from "../../fidelity";
import { controlRequest } from "../control-client";
import { HttpClient, identifiers, resource } from "../http-client";

const organization = "acme";
const CLIENTS = "/organizations/acme/oauth-clients";

let emulator: Emulator;
let http: HttpClient;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterEach(() => emulator.stop());

shows.documented(
  PAGES,
  "other-clients: OAuth clients",
  "Listed at once without parameters of pages, with the projects they are limited to and the IDs of their tokens.",
);
test("lists OAuth clients with their projects and tokens", async () => {
  const { id: projectId } = emulator.projects.create({ organization, name: "Billing" });
  const limited = emulator.oauthClients.create({ organization, organizationScoped: false, projectIds: [projectId] });
  const { id: token } = emulator.oauthTokens.create({ oauthClientId: limited.id });
  const other = emulator.oauthClients.create({ organization, name: "GitHub" });
  expect((await http.get(CLIENTS)).list[0]).toMatchObject({
    id: limited.id,
    type: "oauth-clients",
    attributes: { name: null, "organization-scoped": false, "service-provider": "github", secret: null },
    relationships: {
      organization: { data: { id: "acme", type: "organizations" } },
      projects: identifiers("projects", [projectId]),
      "oauth-tokens": identifiers("oauth-tokens", [token]),
    },
  });
  for (let index = 0; index < 20; index += 1) emulator.oauthClients.create({ organization });
  const { list } = await http.get(CLIENTS);
  expect([list.length, list[1]!.id, list[1]!.attributes["organization-scoped"]]).toEqual([22, other.id, true]);
  expect((await http.get(CLIENTS, { "page[number]": "2" })).list).toHaveLength(2);

  await http.delete(`/projects/${projectId}`);
  expect((await http.get(CLIENTS)).list[0]!.relationships["projects"]).toEqual(identifiers("projects", []));
});

shows.documented(
  OPENAPI,
  "other-clients: OAuth tokens",
  "Listed with their client, shown and deleted; workspaces refer to one as `vcs-repo.oauth-token-id`.",
);
test("a workspace refers to the token of a client, which is deleted with it", async () => {
  const client = emulator.oauthClients.create({ organization }).id;
  const token = emulator.oauthTokens.create({ oauthClientId: client, serviceProviderUser: "octocat" }).id;
  const repository = { identifier: "acme/api", "oauth-token-id": token };
  const attributes = { name: "api", "vcs-repo": repository };
  const { data } = await http.post("/organizations/acme/workspaces", resource("workspaces", attributes));
  expect((await http.get(`/workspaces/${data.id}`)).data.attributes["vcs-repo"]).toMatchObject(repository);

  const shown = (await http.get(`/oauth-tokens/${token}`)).data;
  expect(shown.attributes).toMatchObject({ "service-provider-user": "octocat", "has-ssh-key": false });
  expect(shown.relationships["oauth-client"]!.data).toEqual({ id: client, type: "oauth-clients" });
  expect((await http.get(`/oauth-clients/${client}/oauth-tokens`)).list).toEqual([shown]);
  expect((await http.delete(`/oauth-clients/${client}`)).status).toBe(204);
  expect([(await http.get(CLIENTS)).list, (await http.get(`/oauth-tokens/${token}`)).status]).toEqual([[], 404]);
});

test("members of the organization see its OAuth clients, and only who manages VCS settings deletes them", async () => {
  const { id } = emulator.oauthClients.create({ organization });
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization, role: "read-only" }));
  expect((await reader.get(CLIENTS)).list.map((it) => it.id)).toEqual([id]);
  expect((await reader.delete(`/oauth-clients/${id}`)).status).toBe(404);
  emulator.organizations.create({ name: "other" });
  const stranger = new HttpClient(emulator, emulator.tokens.create({ organization: "other", role: "owner" }));
  expect((await stranger.get(CLIENTS)).status).toBe(404);
  expect((await http.get(CLIENTS)).list).toHaveLength(1);
});

test("a seed and the control API create OAuth clients and tokens", async () => {
  const client = { name: "GitHub", organizationScoped: false, projects: ["Billing"], oauthTokens: [{ id: "ot-1a" }] };
  const projects = [{ name: "Billing" }];
  const seeded = await Emulator.start({
    seed: { organizations: [{ name: "acme", projects, oauthClients: [client] }] },
  });
  const { id } = seeded.projects.find(organization, "Billing")!;
  expect(seeded.state().organizations[0]!.oauthClients).toMatchObject([
    { name: "GitHub", organizationScoped: false, projectIds: [id], oauthTokens: [{ id: "ot-1a" }] },
  ]);
  await seeded.stop();
  const made = await controlRequest(emulator, "POST", "/oauth-clients", { organization });
  expect(made).toMatchObject({ status: 200, document: { organizationScoped: true, projectIds: [], oauthTokens: [] } });
  const { id: oauthClientId } = made.document as { readonly id: string };
  const create = (tokenId: string) => () => emulator.oauthTokens.create({ oauthClientId, id: tokenId });
  expect(create("token")).toThrow("Id must be ot- followed by letters and digits");
  create("ot-1a")();
  expect(create("ot-1a")).toThrow("Id has already been taken");
});
