import type { Change } from "../../../src/engine/changes/change";
import { PLAIN, printed } from "../../../src/engine/report/blocks";
import { irreversibleText } from "../../../src/engine/report/sentences";
import { NO_SETTINGS } from "../../../src/model";

test("a list of what cannot be undone begins with deletions, and has the number of the others at its end", () => {
  const names = Array.from({ length: 7 }, (_, index) => `billing-0${index}`);
  const updates = names.map((name): Change<"update"> => {
    const before = { ...NO_SETTINGS, name, tags: undefined };
    const after = { ...before, tags: { env: "prod" } };
    return { id: name, kind: "update", reason: "", address: "a.b", projectId: name, before, after, dependsOn: [] };
  });
  const before = { ...NO_SETTINGS, name: "Old" };
  const deleted = { kind: "delete", projectId: "prj-1", before, after: null } as const;
  const deletion: Change<"delete"> = { id: "delete Old", reason: "", ...deleted, dependsOn: [] };
  const changes = names.slice(0, 5).map((name) => `the change of tags of ${name}`);
  expect(printed(irreversibleText({ actions: [...updates, deletion], errors: [] })!, PLAIN)).toBe(
    `Cannot be undone: the deletion of 1 project, ${changes.join(", ")} and 2 more.`,
  );
});
