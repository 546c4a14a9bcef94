import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";

/*
 * What HashiCorp's Go client v1.109.0 and provider `hashicorp/tfe` v0.79.0 expect of the plans of organizations, in
 * their own tests.
 */

let emulator: Emulator;
let http: HttpClient;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterEach(() => emulator.stop());

async function subscribe(plan: string): Promise<void> {
  const [set] = (await http.get("/admin/feature-sets", { q: plan })).list;
  const of = { "feature-set": { data: { type: "feature-sets", id: set!.id } } };
  const { status } = await http.post("/admin/organizations/acme/subscription", resource("subscription", {}, of));
  expect(status).toBe(200);
}

const entitlements = async (): Promise<object> =>
  (await http.get("/organizations/acme/entitlement-set")).data.attributes;

test("the Standard plan has templates of Waypoint and Infragraph, without their actions and usage reports", async () => {
  await subscribe("Standard (entitlement)");
  expect(await entitlements()).toMatchObject({
    "waypoint-templates-and-addons": true,
    "waypoint-actions": false,
    infragraph: true,
    "infragraph-with-nrtu": false,
  });
});

test("a new organization is entitled to none of them", async () => {
  expect(await entitlements()).toMatchObject({ "waypoint-templates-and-addons": false, infragraph: false });
});

test("an organization can make modules testable", async () => {
  const { attributes } = (await http.get("/organizations/acme")).data;
  expect(attributes["remaining-testable-count"]).toBe(5);
});

describe("without the entitlement to global run tasks", () => {
  const configuration = { enabled: true, stages: ["pre_plan"], "enforcement-level": "mandatory" };
  const create = (): ReturnType<HttpClient["post"]> =>
    http.post(
      "/organizations/acme/tasks",
      resource("tasks", {
        name: "scan",
        url: "https://s.example.com",
        category: "task",
        "global-configuration": configuration,
      }),
    );

  test("a run task has no global configuration", async () => {
    await subscribe("Free");
    const { data } = await create();
    expect(data.attributes["global-configuration"]).toBeNull();
    const changes = resource("tasks", { "global-configuration": configuration });
    expect((await http.patch(`/tasks/${data.id}`, changes)).data.attributes["global-configuration"]).toBeNull();
  });

  test("one from before has no effect, until the organization is entitled again", async () => {
    const { id } = (await create()).data;
    const workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
    const inEffect = async (): Promise<unknown> => [
      (await http.get(`/tasks/${id}`)).data.attributes["global-configuration"],
      emulator.runs.start({ workspaceId }).taskStages.map(({ stage }) => stage),
    ];
    await subscribe("Free");
    expect(await inEffect()).toEqual([null, []]);
    await subscribe("Business");
    expect(await inEffect()).toEqual([configuration, ["pre_plan"]]);
  });
});
