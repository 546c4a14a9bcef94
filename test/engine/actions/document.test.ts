import * as v from "valibot";
import { actionDocument, type ActionDocument } from "../../../src/engine/actions/document";
import { actionsJson, documentedActions, isSameAction, movedBy } from "../../../src/engine/actions/table";
import { everyChange } from "../report/scenarios";

const plan = everyChange();

/** As a file has them. */
function written(): readonly Record<string, unknown>[] {
  return JSON.parse(JSON.stringify(actionsJson(plan))) as Record<string, unknown>[];
}

test("the JSON of every kind of actions is read as it was written", () => {
  expect(new Set(plan.actions.map(({ kind }) => kind))).toEqual(new Set(["create", "update", "move", "delete"]));
  expect(v.parse(v.array(actionDocument), written())).toEqual(documentedActions(plan));
  for (const [index, action] of documentedActions(plan).entries()) {
    const planned = plan.actions[index]!;
    expect(action.id).toBe(`${planned.kind} ${action.id.slice(planned.kind.length + 1)}`);
    if ("after" in planned && "after" in action) expect(action.after).toEqual(planned.after);
    if ("before" in planned && "before" in action) expect(action.before).toEqual(planned.before);
    expect("workspaces" in action ? action.workspaces.map(({ id, from }) => [id, from]) : []).toEqual(
      movedBy(planned).map(({ id, from }) => [id, from]),
    );
  }
});

test("members of newer versions are ignored, but not settings, which would stay as they are", () => {
  const [first] = written();
  expect(v.is(actionDocument, { ...first, since: "3.1" })).toBe(true);
  const index = plan.actions.findIndex(({ kind }) => kind === "create");
  const created = written()[index]!;
  expect(v.is(actionDocument, created)).toBe(true);
  expect(v.is(actionDocument, { ...created, after: { ...(created["after"] as object), color: "red" } })).toBe(false);
});

test("moves are the same if a workspace that a rule places was renamed since, and not if a list names it", () => {
  const moves = documentedActions(plan).flatMap((it) => ("workspaces" in it ? [it] : []));
  const [move] = moves;
  const changed = (by: Partial<ActionDocument<"move">["workspaces"][number]>, name?: string): ActionDocument => ({
    ...move!,
    workspaces: move!.workspaces.map((it) => ({ ...it, ...by, ...(name === undefined ? {} : { name }) })).reverse(),
  });
  const rule = { placement: "tfprojects_workspace_placement.all", position: 0, match: { pattern: "*" } };
  expect(isSameAction(move!, changed({}))).toBe(true);
  expect(isSameAction(move!, changed({}, "renamed"))).toBe(false);
  expect(isSameAction(changed({ rule }), changed({ rule }, "renamed"))).toBe(true);
  expect(isSameAction(move!, moves[1] ?? documentedActions(plan)[0]!)).toBe(false);
});
