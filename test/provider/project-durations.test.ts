import { HttpClient } from "../emulator/http-client";
import { Acme } from "../support/acme";
import { configurationFor, inProcessTerraform } from "./in-process";
import { shows } from "../fidelity";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const code = (duration: string | null) =>
  configurationFor(acme, { "tfprojects_project.it": { name: "Platform", auto_destroy_activity_duration: duration } });

const durationOf = async (workspaceId: string): Promise<unknown> =>
  (await new HttpClient(acme.emulator).get(`/workspaces/${workspaceId}`)).data.attributes[
    "auto-destroy-activity-duration"
  ];

shows("create-project: auto-destroy-activity-duration of new workspaces", "update-project: A changed duration");
test("workspaces inherit the duration of their project, and changes of it, unless they have their own", async () => {
  const terraform = inProcessTerraform();
  expect(await terraform.apply(code("14d"))).toMatchObject({ ok: true });
  const { id } = acme.project("Platform")!;
  const [follows, keeps] = [acme.addWorkspace("api", id), acme.addWorkspace("web", id)];
  const own = { "auto-destroy-activity-duration": "1h" };
  await new HttpClient(acme.emulator).patch(`/workspaces/${keeps}`, { data: { type: "workspaces", attributes: own } });
  expect([await durationOf(follows), await durationOf(keeps)]).toEqual(["14d", "1h"]);

  expect(await terraform.apply(code("3d"))).toMatchObject({ ok: true });
  expect([await durationOf(follows), await durationOf(keeps)]).toEqual(["3d", "1h"]);
});

shows("create-project: data.attributes.description", "create-project: data.attributes.auto-destroy-activity-duration");
test("a project with only a name has neither a description nor a duration", async () => {
  expect(
    await inProcessTerraform().apply(configurationFor(acme, { "tfprojects_project.it": { name: "Platform" } })),
  ).toMatchObject({
    ok: true,
  });
  const { attributes } = (await new HttpClient(acme.emulator).get(`/projects/${acme.project("Platform")!.id}`)).data;
  expect(attributes).toMatchObject({ description: null, "auto-destroy-activity-duration": null });
});
