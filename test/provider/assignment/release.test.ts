import type { Block, InProcessTerraform } from "../../in-process-terraform";
import type { Acme } from "../../support/acme";
import { configurationFor, expectNoChanges, planWithState } from "../in-process";
import {
  accessTo,
  assigning,
  POLICY_SETS,
  policySetsOf,
  startWith,
  TEAM_ACCESS,
  VARIABLE_SETS,
  variableSetsOf,
} from "./assigned";

/*
 * What an import records, and so what is taken off once the code does not name it: by Terraform, and by the engine with
 * the state of Terraform.
 */

const ALL = ["a", "b", "c"];

let acme: Acme;
let terraform: InProcessTerraform;
let projectId: string;

beforeEach(async () => {
  let ids: Readonly<Record<string, string>>;
  ({ acme, terraform, projectId, ids } = await startWith(...ALL));
  for (const name of ALL) {
    acme.emulator.teams.grant({ teamId: ids[name]!, projectId, access: "read" });
    acme.emulator.variableSets.create({ organization: "acme", name, projectIds: [projectId] });
    acme.emulator.policySets.create({ organization: "acme", name, projectIds: [projectId] });
  }
});
afterEach(() => acme.stop());

interface Case {
  readonly address: string;
  readonly object: string;
  readonly block: (names: readonly string[]) => Block;
  readonly assigned: () => Promise<readonly string[]>;
}

const CASES: readonly Case[] = [
  {
    address: TEAM_ACCESS,
    object: "team",
    block: (names) => ({ team: names.map((name) => ({ name, access: "read" })) }),
    assigned: async () => Object.keys(await accessTo(acme, projectId)).sort(),
  },
  {
    address: VARIABLE_SETS,
    object: "variable set",
    block: (names) => ({ names: [...names] }),
    assigned: () => variableSetsOf(acme, projectId),
  },
  {
    address: POLICY_SETS,
    object: "policy set",
    block: (names) => ({ names: [...names] }),
    assigned: () => policySetsOf(acme, projectId),
  },
];

describe.each(CASES)("$object", ({ address, object, block, assigned }) => {
  const bodyOf = (names: readonly string[], more: Block = {}): Block => ({
    project_id: projectId,
    ...block(names),
    ...more,
  });
  const code = (names: readonly string[], more?: Block) => assigning(acme, address, bodyOf(names, more));
  const none = () => configurationFor(acme, {});
  const imported = async (objects: string): Promise<void> => {
    expect(await terraform.import(code(ALL), address, `${projectId}${objects}`)).toMatchObject({ ok: true });
  };
  const stays = `${object[0]!.toUpperCase()}${object.slice(1)}s stay with an imported project`;
  const taken = (...names: readonly string[]) => names.map((name) => `unset ${object} ${name} of Web`);

  /** What the engine takes off. @param names - Those of the code; undefined: it has no such resource. */
  async function takenByEngine(names: readonly string[] | undefined, more?: Block): Promise<readonly string[]> {
    const { actions } = await planWithState(acme, terraform, address, names && bodyOf(names, more));
    return actions.map(({ id }) => id).filter((id) => id !== "create Other");
  }

  describe.each([
    ["with a refresh", undefined],
    ["without a refresh", false],
  ])("the import of a whole project, %s", (_, refresh) => {
    test("has nothing to change, and then takes nothing off until an apply has changed the resource", async () => {
      await imported("");
      await expectNoChanges(terraform, code(ALL));
      const plan = await terraform.plan(code(["a"]), { refresh });
      expect(plan.actions).toEqual({ [address]: "update" });
      expect(plan.diagnostics).toMatchObject([
        { severity: "warning", summary: stays, detail: expect.stringContaining(' is exclusive: "b", "c".') as string },
      ]);
      expect(await takenByEngine(["a"])).toEqual([]);
      expect(await terraform.apply(plan)).toMatchObject({ ok: true });
      expect(await assigned()).toEqual(ALL);
      await expectNoChanges(terraform, code(["a"]));
      expect(await takenByEngine(["b"])).toEqual(taken("a"));
      expect(await terraform.apply(code(["b"]), { refresh })).toMatchObject({ ok: true });
      expect(await assigned()).toEqual(["b", "c"]);
    });

    test("is destroyed without taking anything off", async () => {
      await imported("");
      expect(await takenByEngine(undefined)).toEqual([]);
      const destroyed = await terraform.apply(none(), { refresh });
      expect(destroyed.diagnostics.map(({ summary }) => summary)).toEqual([stays]);
      expect(destroyed.ok).toBe(true);
      expect(await assigned()).toEqual(ALL);
    });

    test("takes off what exclusive code does not name", async () => {
      await imported("");
      const exclusive = code(["a"], { exclusive: true });
      expect(await takenByEngine(["a"], { exclusive: true })).toEqual(taken("b", "c"));
      const plan = await terraform.plan(exclusive, { refresh });
      expect(plan.diagnostics.map(({ summary }) => summary)).toEqual([expect.stringMatching(/^Removal of /)]);
      expect(plan.diagnostics[0]?.detail).toMatch(/"b"[^]*"c"/);
      expect(await terraform.apply(plan)).toMatchObject({ ok: true });
      expect(await assigned()).toEqual(["a"]);
      await expectNoChanges(terraform, exclusive);
    });
  });

  test("an import that names some records these, which are taken off when the code drops them", async () => {
    await imported(":a,b");
    await expectNoChanges(terraform, code(["a", "b"]));
    expect(await takenByEngine(["a"])).toEqual(taken("b"));
    expect(await takenByEngine(undefined)).toEqual(taken("a", "b"));
    const plan = await terraform.plan(code(["a"]), { refresh: false });
    expect(plan.diagnostics).toEqual([]);
    expect(await terraform.apply(plan)).toMatchObject({ ok: true });
    expect(await assigned()).toEqual(["a", "c"]);
    expect(await terraform.apply(none())).toMatchObject({ ok: true });
    expect(await assigned()).toEqual(["c"]);
  });

  test("what was imported with another project than the code's stays with it", async () => {
    await imported("");
    const other = acme.addProject("Other");
    const moved = await terraform.apply(assigning(acme, address, { ...bodyOf(["a"]), project_id: other }));
    expect(new Set(moved.diagnostics.map(({ summary }) => summary))).toEqual(new Set([stays]));
    expect(moved.ok).toBe(true);
    expect(await assigned()).toEqual(ALL);
  });

  test("a failed apply keeps in the state what it has changed, and leaves the rest alone", async () => {
    await imported("");
    acme.emulator.faults.add({ method: address === TEAM_ACCESS ? "PATCH" : "POST", status: 403 });
    const changed = address === TEAM_ACCESS ? { team: [{ name: "a", access: "write" }] } : block(["a", "new"]);
    acme.emulator.variableSets.create({ organization: "acme", name: "new" });
    acme.emulator.policySets.create({ organization: "acme", name: "new" });
    expect(await terraform.apply(code([], changed))).toMatchObject({ ok: false });
    expect(await assigned()).toEqual(ALL);
    acme.emulator.faults.clear();
    expect(await terraform.apply(code(["a"]))).toMatchObject({ ok: true });
    expect(await assigned()).toEqual(ALL);
    await expectNoChanges(terraform, code(["a"]));
  });

  test.each(["", ":a,b"])("a refresh leaves what an import has stored as it is: %j", async (objects) => {
    await imported(objects);
    const before = terraform.state.get(address);
    expect(await terraform.refresh(code(ALL))).toMatchObject({ ok: true });
    expect(terraform.state.get(address)).toEqual(before);
  });
});
