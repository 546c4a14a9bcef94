import { leftSentence, leftTexts } from "../../../src/engine/report/left-text";
import type { LeftCause } from "../../../src/engine/left-changes";

const names = Array.from({ length: 29 }, (_, index) => `billing-${String(index).padStart(2, "0")}`);

test("a list of workspaces that an undo leaves has the number of the others at its end", () => {
  const workspaces = names.map((name) => ({ id: `ws-${name}`, name }));
  const project = { id: "prj-1", name: "Billing" };
  expect(leftSentence({ action: "move Billing", cause: "source-missing", project, workspaces })).toContain(
    "29 workspaces (billing-00, billing-01, billing-02, billing-03, billing-04 and 24 more): ",
  );
});

test.each<[LeftCause, string]>([
  ["moved-since", "someone has moved it since. Move it by hand, if it"],
  [
    "moved-or-interrupted",
    "someone has moved it since, or an apply with Terraform has ended half-way. Move it by hand, if it",
  ],
  ["source-missing", "the project that it came from, Old (prj-1), does not exist any more"],
])("%s has the number of its workspaces", (cause, sentence) => {
  const project = { id: "prj-1", name: "Old" };
  const left = (...all: readonly string[]): string =>
    leftSentence({ action: "move Old", cause, project, workspaces: all.map((name) => ({ id: name, name })) });
  expect(left("a")).toContain(sentence);
  expect(left("a", "b")).toContain(cause === "source-missing" ? "that they came from" : "has moved them since");
});

test("the code of several deleted projects has a blank line between two, and changes without code have none", () => {
  const project = (name: string) => ({ id: `prj-${name}`, name });
  const deleted = ["a", "b"].map((name) => {
    return {
      action: `delete ${name}`,
      cause: "deleted-project",
      project: project(name),
      code: [`line ${name}`],
    } as const;
  });
  expect(leftTexts(deleted).map(({ code }) => code)).toEqual([["line a", "", "line b"]]);
  const created = ["a", "b"].map((name) => {
    return { action: `create ${name}`, cause: "created-not-known", project: project(name) } as const;
  });
  expect(leftTexts(created).map(({ code }) => code)).toEqual([[]]);
});
