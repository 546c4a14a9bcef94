import { Emulator } from "../../../src/emulator";
import { HttpClient, identifiers, resource } from "../http-client";

const SETS = "/organizations/acme/varsets";

let emulator: Emulator;
let http: HttpClient;
let platform: string;
beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  platform = emulator.projects.create({ organization: "acme", name: "Platform" }).id;
});
afterEach(() => emulator.stop());

test("responses to creations and changes have the objects that the request includes", async () => {
  const given = resource("varsets", { name: "aws" }, { projects: identifiers("projects", [platform]) });
  const created = await http.post(`${SETS}?include=projects`, given);
  const changed = await http.patch(
    `/varsets/${created.data.id}?include=projects`,
    resource("varsets", { name: "gcp" }),
  );
  for (const { document } of [created, changed]) expect(document.included).toMatchObject([{ id: platform }]);
});

test("a creation or change that includes something unknown is rejected, and changes nothing", async () => {
  const { id } = (await http.post(SETS, resource("varsets", { name: "aws" }))).data;
  const another = resource("varsets", { name: "gcp" });
  const responses = [
    await http.post(`${SETS}?include=nonsense`, another),
    await http.patch(`/varsets/${id}?include=nonsense`, another),
  ];
  for (const { status } of responses) expect(status).toBe(400);
  expect((await http.get(SETS)).names).toEqual(["aws"]);
});
