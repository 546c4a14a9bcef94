import { NO_SETTINGS } from "../../../src/model";
import type { DeleteAction, UpdateAction } from "../../../src/engine/plan/action";
import { irreversibleText, leftSentence } from "../../../src/engine/report/left-text";
import { asIs } from "../../../src/engine/report/sections";

const names = Array.from({ length: 29 }, (_, index) => `billing-${String(index).padStart(2, "0")}`);

test("a list of workspaces that an undo leaves has the number of the others at its end", () => {
  const workspaces = names.map((name) => ({ id: `ws-${name}`, name }));
  const project = { id: "prj-1", name: "Billing" };
  expect(leftSentence({ action: "move Billing", cause: "source-gone", project, workspaces })).toContain(
    "29 workspaces (billing-00, billing-01, billing-02, billing-03, billing-04 and 24 more): ",
  );
});

test("a list of what cannot be undone begins with deletions, and has the number of the others at its end", () => {
  const updates = names.slice(0, 7).map((name): UpdateAction => {
    const before = { ...NO_SETTINGS, name, tags: undefined };
    const after = { ...before, tags: { env: "prod" } };
    return { kind: "update", address: "a.b", projectId: name, before, after, dependsOn: [] };
  });
  const before = { ...NO_SETTINGS, name: "Old" };
  const deletion: DeleteAction = { kind: "delete", projectId: "prj-1", before, cause: "unmanaged", dependsOn: [] };
  const changes = names.slice(0, 5).map((name) => `the change of tags of ${name}`);
  expect(irreversibleText({ actions: [...updates, deletion], refusals: [] }, asIs)).toBe(
    `Cannot be undone: the deletion of 1 project, ${changes.join(", ")} and 2 more.`,
  );
});
