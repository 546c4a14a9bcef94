import * as v from "valibot";
import type { Change } from "../../../src/engine/changes/change";
import { changesInJson, changesJson } from "../../../src/engine/changes/json";
import { isSameChange } from "../../../src/engine/plan/progress";
import { everyChange } from "../report/scenarios";

const plan = everyChange();

/** As a file has them. */
function written(): readonly Record<string, unknown>[] {
  return JSON.parse(JSON.stringify(changesJson(plan.actions))) as Record<string, unknown>[];
}

test("the JSON of every kind of changes is read as it was written, and has members in snake_case", () => {
  expect(new Set(plan.actions.map(({ kind }) => kind))).toEqual(new Set(["create", "update", "move", "delete"]));
  expect(v.parse(changesInJson, written())).toEqual(JSON.parse(JSON.stringify(plan.actions)));
  const update = written().find(({ kind }) => kind === "update")!;
  expect(update).toMatchObject({ depends_on: expect.any(Array) as unknown, project_id: expect.any(String) as string });
  expect(Object.keys(update["after"] as object)).toContain("auto_destroy_activity_duration");
});

test("keys of tags are no members", () => {
  const [create] = plan.actions.filter((it) => it.kind === "create");
  const tags = { costCenter: "a", cost_center: "b" };
  const tagged = { ...create!, after: { ...create!.after, tags } };
  const json = JSON.parse(JSON.stringify(changesJson([tagged]))) as unknown[];
  expect(json).toMatchObject([{ after: { tags } }]);
  expect(v.parse(changesInJson, json)).toMatchObject([{ after: { tags } }]);
});

test("members of newer versions are ignored, but not settings, which would stay as they are", () => {
  const [first] = written();
  expect(v.is(changesInJson, [{ ...first, since: "3.1" }])).toBe(true);
  const created = written().find(({ kind }) => kind === "create")!;
  expect(v.is(changesInJson, [created])).toBe(true);
  expect(v.is(changesInJson, [{ ...created, after: { ...(created["after"] as object), color: "red" } }])).toBe(false);
});

test("moves are the same if a workspace that a rule places was renamed since, and not if a list names it", () => {
  const moves = plan.actions.flatMap((it) => ("workspaces" in it ? [it] : []));
  const [move] = moves;
  const changed = (by: Partial<Change<"move">["workspaces"][number]>, name?: string): Change => ({
    ...move!,
    workspaces: move!.workspaces.map((it) => ({ ...it, ...by, ...(name === undefined ? {} : { name }) })).reverse(),
  });
  const rule = { placement: "tfprojects_workspace_placement.all", position: 0, match: { pattern: "*" } };
  expect(isSameChange(move!, changed({}))).toBe(true);
  expect(isSameChange(move!, changed({}, "renamed"))).toBe(false);
  expect(isSameChange(changed({ rule }), changed({ rule }, "renamed"))).toBe(true);
  expect(isSameChange(move!, moves[1] ?? plan.actions[0]!)).toBe(false);
});
