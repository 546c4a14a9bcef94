import { HttpClient } from "../emulator/http-client";
import { NO_SETTINGS, type DesiredSettings } from "../../src/model";
import { apply, defineOrganization, observe, plan } from "../../src/engine";
import { executePlan } from "../../src/engine/apply/execute-plan";
import { observeOrganization } from "../../src/engine/live/observe";
import type { DesiredOrganization } from "../../src/engine/organization";
import { detectDrift, makePlan } from "../../src/engine/plan/plan";
import { ensureProject, OutcomeUnknownError, type OrganizationView } from "../../src/reconcile";
import type { TagRelationshipsOption } from "../../src/emulator";
import { Acme } from "../support/acme";
import { Gate } from "../support/gate";
import { changeSettings } from "../support/project-settings";
import { configurationFor, expectNoChanges, inProcessTerraform } from "./in-process";

type Tags = Readonly<Record<string, string>>;

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const code = (tags: Tags | null, ignored: boolean | null = null, description: string | null = null) =>
  configurationFor(acme, {
    "tfprojects_project.it": { name: "Platform", tags, ignore_additional_tags: ignored, description },
  });

/** The tags that the service has. */
async function actual(): Promise<Tags> {
  const { data } = (await new HttpClient(acme.emulator).get(
    `/projects/${acme.project("Platform")!.id}/tag-bindings`,
  )) as unknown as { data: { attributes: { key: string; value: string } }[] };
  return Object.fromEntries(data.map(({ attributes: { key, value } }) => [key, value]));
}

/** Someone adds tags by hand. */
async function addByHand(tags: Tags): Promise<void> {
  const data = Object.entries(tags).map(([key, value]) => ({ type: "tag-bindings", attributes: { key, value } }));
  await new HttpClient(acme.emulator).patch(`/projects/${acme.project("Platform")!.id}/tag-bindings`, { data });
}

const writes = (): string[] => acme.takeRequests().filter((request) => !request.startsWith("GET"));

test("tags are set with the project in one write, changed, and removed", async () => {
  const terraform = inProcessTerraform();
  for (const tags of [{ env: "prod", team: "web" }, { env: "dev" }, {}] as readonly Tags[]) {
    acme.takeRequests();
    expect(await terraform.apply(code(tags))).toMatchObject({ ok: true });
    expect(writes()).toHaveLength(1);
    expect(await actual()).toEqual(tags);
    await expectNoChanges(terraform, code(tags));
  }
});

test("keys that JavaScript objects inherit are keys like any other: for Terraform, for the engine, and by hand", async () => {
  const inherited = Object.fromEntries(
    ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"].map((key) => [key, `of-${key}`]),
  );
  const terraform = inProcessTerraform();
  expect(await terraform.apply(code(inherited))).toMatchObject({ ok: true });
  expect(Object.entries(await actual()).sort()).toEqual(Object.entries(inherited).sort());
  await expectNoChanges(terraform, code(inherited));

  const tags = { ...inherited, env: "prod" };
  const desired = defineOrganization({ name: "acme", projects: [{ name: "Platform", tags }] });
  const planned = plan(desired, await observe(acme.client, desired));
  expect(planned.actions).toMatchObject([{ kind: "update" }]);
  expect(await apply(acme.client, JSON.parse(JSON.stringify(planned)) as typeof planned)).toMatchObject({
    status: "complete",
  });
  expect(Object.entries(await actual()).sort()).toEqual(Object.entries(tags).sort());

  expect((await terraform.plan(code({ env: "prod" }))).actions).toEqual({ "tfprojects_project.it": "update" });
  expect(await terraform.apply(code({ env: "prod" }))).toMatchObject({ ok: true });
  expect(await actual()).toEqual({ env: "prod" });
  await addByHand(inherited);
  expect(await terraform.apply(code({ env: "prod" }))).toMatchObject({ ok: true });
  expect(await actual()).toEqual({ env: "prod" });
});

test("tags that the code does not set are left alone, and cost no request", async () => {
  const terraform = inProcessTerraform();
  await terraform.apply(code(null));
  await addByHand({ env: "prod" });
  acme.takeRequests();
  expect(await terraform.apply(code(null, null, "changed"))).toMatchObject({ ok: true });
  expect(acme.takeRequests().some((request) => request.includes("tag-bindings"))).toBe(false);
  expect(await actual()).toEqual({ env: "prod" });
});

test("code that no longer sets tags plans no change of them, and leaves them alone", async () => {
  const terraform = inProcessTerraform();
  await terraform.apply(code({ env: "prod" }));
  await expectNoChanges(terraform, code(null));
  expect(await terraform.apply(code(null, null, "changed"))).toMatchObject({ ok: true });
  expect(await actual()).toEqual({ env: "prod" });
});

test("a tag that is added by hand is drift, which the next apply removes", async () => {
  const terraform = inProcessTerraform();
  await terraform.apply(code({ env: "prod" }));
  await addByHand({ team: "web" });
  expect((await terraform.plan(code({ env: "prod" }))).actions).toEqual({ "tfprojects_project.it": "update" });
  await terraform.apply(code({ env: "prod" }));
  expect(await actual()).toEqual({ env: "prod" });
});

test("additional tags are no drift where they are ignored; changed and missing ones are", async () => {
  const terraform = inProcessTerraform();
  const ignoring = code({ env: "prod", tier: "1" }, true);
  await terraform.apply(ignoring);
  await addByHand({ team: "web" });
  await expectNoChanges(terraform, ignoring);
  await addByHand({ env: "dev" });
  expect((await terraform.plan(ignoring)).actions).toEqual({ "tfprojects_project.it": "update" });
  await terraform.apply(ignoring);
  expect(await actual()).toEqual({ env: "prod", tier: "1", team: "web" });
});

test("reads that follow a write in the same process show ignored tags too", async () => {
  const view = acme.view();
  const { id } = await ensureProject(view, { ...NO_SETTINGS, name: "Platform", tags: { env: "prod" } });
  await addByHand({ team: "web" });
  const ignoring = { ...NO_SETTINGS, name: "Platform", tags: { env: "dev" }, ignoreAdditionalTags: true };
  await view.projects.freshById(id, { include: ["effective-tag-bindings"] });
  await ensureProject(view, ignoring, { id });
  expect((await view.projectWithSettings(id, ["tags"]))?.tags).toEqual({ env: "dev", team: "web" });
});

test("import records the project's tags, and none where it has none", async () => {
  const id = acme.addProject("Platform");
  for (const tags of [null, { env: "prod" }]) {
    const terraform = inProcessTerraform();
    if (tags !== null) await addByHand(tags);
    expect(await terraform.import(code(tags), "tfprojects_project.it", id)).toMatchObject({ ok: true });
    await expectNoChanges(terraform, code(tags));
  }
});

describe("where reads of a project do not include its tags", () => {
  /** The same for a new emulator with this option; undefined for one that rejects the include. */
  async function start(tagRelationships: TagRelationshipsOption | undefined): Promise<void> {
    await acme.stop();
    acme = await Acme.start(tagRelationships === undefined ? {} : { tagRelationships });
    if (tagRelationships === undefined) acme.emulator.faults.add({ path: /include=/, times: Infinity, status: 400 });
  }

  const tagReads = (): number => acme.takeRequests().filter((it) => it.endsWith("/effective-tag-bindings")).length;

  describe.each([undefined, "tagged", "links", "never"] as const)("(%s)", (option) => {
    beforeEach(() => start(option));

    test("tags are set, changed and removed, and a plan is empty afterwards", async () => {
      const terraform = inProcessTerraform();
      for (const tags of [{}, { env: "prod", team: "web" }, { env: "dev" }, {}] as readonly Tags[]) {
        expect(await terraform.apply(code(tags))).toMatchObject({ ok: true });
        expect(await actual()).toEqual(tags);
        await expectNoChanges(terraform, code(tags));
      }
    });

    test("tags that are added, or removed, by hand are drift", async () => {
      const terraform = inProcessTerraform();
      await terraform.apply(code({ env: "prod" }));
      await addByHand({ team: "web" });
      expect((await terraform.plan(code({ env: "prod" }))).actions).toEqual({ "tfprojects_project.it": "update" });
      await terraform.apply(code({ env: "prod" }));
      expect(await actual()).toEqual({ env: "prod" });
      await changeSettings(acme.emulator, acme.project("Platform")!.id, { tags: {} });
      expect((await terraform.plan(code({ env: "prod" }))).actions).toEqual({ "tfprojects_project.it": "update" });
      await terraform.apply(code({ env: "prod" }));
      expect(await actual()).toEqual({ env: "prod" });
    });

    test("an update whose response is lost is found to be done, or not", async () => {
      const of = (tags: Tags): DesiredSettings => ({ ...NO_SETTINGS, name: "Platform", tags });
      const { id } = await ensureProject(acme.view(), of({ env: "prod" }));
      const update = (view: OrganizationView, tags: Tags, drop: "before" | "after") => {
        acme.emulator.faults.add({ method: "PATCH", drop });
        return ensureProject(view, of(tags), { id });
      };
      const view = acme.impatientView({ retryPolicy: { attempts: 1 } });
      expect(await update(view, { env: "dev" }, "after")).toMatchObject({ tags: { env: "dev" } });
      expect(await actual()).toEqual({ env: "dev" });
      await expect(update(view, { env: "test" }, "before")).rejects.toThrow(OutcomeUnknownError);
      expect(await actual()).toEqual({ env: "dev" });
      expect(await update(view, {}, "after")).toMatchObject({ tags: {} });
      expect(await actual()).toEqual({});
    });
  });

  test("each plan has one request for the tags of a project that the code gives tags, and none for another", async () => {
    await start("never");
    const terraform = inProcessTerraform();
    const all = configurationFor(acme, {
      "tfprojects_project.it": { name: "Platform", tags: { env: "prod" } },
      "tfprojects_project.none": { name: "Sandbox", tags: {} },
      "tfprojects_project.other": { name: "Other" },
    });
    expect(await terraform.apply(all)).toMatchObject({ ok: true });
    acme.takeRequests();
    await expectNoChanges(terraform, all);
    expect(tagReads()).toBe(2);
  });

  test("a project that a plan includes with its tags takes no request for them", async () => {
    await start("tagged");
    const terraform = inProcessTerraform();
    await terraform.apply(code({ env: "prod" }));
    acme.takeRequests();
    await expectNoChanges(terraform, code({ env: "prod" }));
    expect(tagReads()).toBe(0);
  });

  describe("and are not found otherwise", () => {
    beforeEach(async () => {
      await start("never");
      acme.emulator.faults.add({ path: "/effective-tag-bindings", times: Infinity, status: 404 });
    });

    test("the state stays as it was recorded, and new tags are sent", async () => {
      const terraform = inProcessTerraform();
      await terraform.apply(code({ env: "prod" }));
      await addByHand({ team: "web" });
      acme.takeRequests();
      await expectNoChanges(terraform, code({ env: "prod" }));
      // Refresh and plan share it, with the read that shows that the project is there.
      expect(tagReads()).toBe(1);
      expect(await terraform.apply(code({ env: "dev" }))).toMatchObject({ ok: true });
      expect(await actual()).toEqual({ env: "dev" });
    });

    test("a project that is deleted meanwhile is removed from the state", async () => {
      const terraform = inProcessTerraform();
      await terraform.apply(code({ env: "prod" }));
      const { id } = acme.project("Platform")!;
      const gate = await Gate.start(acme.emulator.address);
      gate.keeper = {
        before: async ({ path }) => {
          if (path.endsWith("/effective-tag-bindings") && acme.project("Platform") !== undefined)
            await acme.client.projects.delete(id);
        },
      };
      try {
        const configuration = code({ env: "prod" });
        const through = { ...configuration, provider: { ...configuration.provider, address: gate.address } };
        expect((await terraform.plan(through)).actions).toEqual({ "tfprojects_project.it": "create" });
      } finally {
        await gate.stop();
      }
    });
  });

  test("tags that may not be read are an error", async () => {
    await start("never");
    const terraform = inProcessTerraform();
    await terraform.apply(code({ env: "prod" }));
    acme.emulator.faults.add({ path: "/effective-tag-bindings", times: Infinity, status: 403 });
    const { ok, diagnostics } = await terraform.plan(code({ env: "prod" }));
    expect(ok).toBe(false);
    expect(diagnostics[0]?.detail).toContain("/effective-tag-bindings");
  });
});

describe("the engine", () => {
  const desired = (tags: Tags | undefined, ignoreAdditionalTags = false): DesiredOrganization => {
    const project = { ...NO_SETTINGS, address: "a", name: "Platform", tags, ignoreAdditionalTags, previousNames: [] };
    return { name: "acme", projects: [project], memberships: [], references: [] };
  };
  const applied = async (wanted: DesiredOrganization): Promise<number> => {
    const view = acme.view();
    const plan = makePlan(wanted, await observeOrganization(view, wanted));
    await executePlan(view, plan);
    return plan.actions.length;
  };

  test("sets, changes, removes, ignores and leaves alone tags as Terraform does", async () => {
    expect(await applied(desired({ env: "prod" }))).toBe(1);
    expect(await applied(desired({ env: "prod" }))).toBe(0);
    await addByHand({ team: "web" });
    expect(await applied(desired({ env: "prod" }, true))).toBe(0);
    expect(await applied(desired(undefined))).toBe(0);
    expect(await applied(desired({ env: "dev" }, true))).toBe(1);
    expect(await actual()).toEqual({ env: "dev", team: "web" });
    expect(await applied(desired({ env: "dev" }))).toBe(1);
    expect(await actual()).toEqual({ env: "dev" });
    expect(await applied(desired({}))).toBe(1);
    expect(await actual()).toEqual({});
  });

  describe("where reads of a project do not include its tags", () => {
    beforeEach(async () => {
      await acme.stop();
      acme = await Acme.start({ tagRelationships: "never" });
      acme.addProject("Platform");
    });

    test("compares them all the same", async () => {
      expect(await applied(desired({}))).toBe(0);
      expect(await applied(desired({ env: "prod" }))).toBe(1);
      expect(await applied(desired({ env: "prod" }))).toBe(0);
      await addByHand({ team: "web" });
      expect(await applied(desired({ env: "prod" }))).toBe(1);
      expect(await actual()).toEqual({ env: "prod" });
    });

    test("sends those of the code if they are not found otherwise, and does not count them as drift", async () => {
      acme.emulator.faults.add({ path: "/effective-tag-bindings", times: Infinity, status: 404 });
      const wanted = desired({ env: "prod" });
      const drift = detectDrift(wanted, await observeOrganization(acme.view(), wanted));
      expect(drift).toMatchObject({ hasDrift: false, actions: [], notCompared: ["tags"] });
      expect(await applied(wanted)).toBe(1);
      expect(await actual()).toEqual({ env: "prod" });
      // Nothing says that they have arrived.
      expect(await applied(wanted)).toBe(1);
    });
  });
});
