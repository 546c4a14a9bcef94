import { driftWarnings } from "../../../src/diagnostics";
import { driftFor } from "../report/organization";
import type { DesiredOrganization } from "../../../src/engine/organization";
import { errorsInCode, isWorkspaceDrift, workspacesOfUnmanagedProjects } from "../../../src/engine/plan/comparison";
import { detectDrift } from "../../../src/engine/plan/plan";
import {
  code,
  droppedProject,
  organization,
  withoutDefault,
  withPlacement,
  withProjects,
  type RuleSpec,
} from "./organization-with-rules";

const actual = organization({ Default: [], Net: ["a", { name: "b", tags: null }], Old: ["c", "d"] });

const UNKNOWN: RuleSpec = { to: "Net", matchNames: ["b"], matchTags: { team: "net" }, takeFrom: "any" };

test.each<[string, DesiredOrganization, boolean, boolean]>([
  ["everything is as in the code", code({ Net: { workspaceNames: ["a"] } }), false, true],
  ["a setting differs", withProjects(code({ Net: {} }), { Net: { description: "d" } }), true, true],
  ["a workspace is missing", code({ Net: { workspaceNames: ["x"] } }), true, true],
  ["the code has an error, and nothing differs", code({ Default: { exclusive: true } }), true, true],
  ["the service does not report tags", withPlacement(code({ Net: {} }), [UNKNOWN]), false, false],
])("if %s, that is drift: %s (complete: %s)", (_, desired, hasDrift, isComplete) => {
  expect(detectDrift(desired, actual)).toMatchObject({ hasDrift, isComplete });
});

test("what the token does not see is no error in the code, and no drift", () => {
  const drift = detectDrift(code({ Web: {} }), withoutDefault(actual));
  expect(drift).toMatchObject({
    hasDrift: false,
    isComplete: false,
    errors: [{ code: "NOT_FOUND_OR_UNAUTHORIZED", summary: "Default project not visible" }],
  });
  expect(errorsInCode(drift)).toEqual([]);
  const wrong = detectDrift(code({ Net: {}, NET: {} }), actual);
  expect(errorsInCode(wrong)).toEqual(wrong.errors);
});

test("unmanaged workspaces are drift in projects of the code, if the comparison is strict", () => {
  const specs = [
    [{ name: "Home" }, { name: "Net", workspaces: ["a"] }, { name: "Old", workspaces: ["b", "c"] }],
    [{ name: "Net", workspaces: [] }],
  ] as const;
  const areDrift = (strict: boolean): unknown => {
    const drift = driftFor(...specs, { strict });
    return drift.coverage.unmanagedWorkspaces.filter((it) => isWorkspaceDrift(drift, it)).map(({ name }) => name);
  };
  expect([areDrift(true), areDrift(false)]).toEqual([["a"], []]);
  const old = [{ name: "Home" }, { name: "Net", workspaces: ["a"] }] as const;
  expect([true, false].map((strict) => driftFor(old, specs[1], { strict }).hasDrift)).toEqual([true, false]);
  expect(driftFor([{ name: "Home" }, { name: "Old" }], [], { strict: true }).hasDrift).toBe(true);
  expect(workspacesOfUnmanagedProjects(driftFor(...specs))).toBe(2);
});

test("warnings about changes are none about drift", () => {
  const dropped = code({ Net: { exclusive: true } }, { droppedProjects: [droppedProject("Gone")] });
  const desired = withPlacement(dropped, [{ to: "Old", matchNames: ["x*"] }]);
  const drift = detectDrift(desired, actual);
  expect(drift.warnings.map(({ code }) => code)).toEqual(["run-identity", "not-found", "no-match", "evict"]);
  expect(driftWarnings(drift.warnings).map(({ code }) => code)).toEqual(["run-identity", "not-found", "no-match"]);
  const tfeWorkspaces = [{ address: "tfe_workspace.c", name: "c", certainty: "moves" as const }];
  const renaming = withPlacement(
    code({ New: { workspaceNames: ["c", "d"] }, Net: {} }),
    [{ to: "Net", matchNames: ["e"], takeFrom: "any" }],
    { decided: [] },
  );
  const others = detectDrift(
    { ...renaming, tfeWorkspaces },
    organization({ Default: ["e"], Net: [], Old: ["c", "d"] }),
  );
  expect(others.warnings.map(({ code }) => code)).toEqual([
    "run-identity",
    "possible-rename",
    "two-owners",
    "new-match",
  ]);
  expect(driftWarnings(others.warnings)).toEqual(others.warnings);
});
