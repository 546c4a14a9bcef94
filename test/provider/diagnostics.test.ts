import { UnprocessableEntityError, type ServiceProblem } from "../../src/api";
import { DeadlineExceededError } from "../../src/api/errors";
import { DiagnosticError, Diagnostics } from "../../src/plugin";
import {
  manyWorkspacesLabel,
  nameTakenRemedy,
  projectConflict,
  projectLabel,
  projectNotFound,
  warnOfAbsence,
  withDiagnostics,
  workspacesLabel,
} from "../../src/provider/diagnostics";
import {
  NotReadInTimeError,
  OutcomeUnknownError,
  ProjectNameTakenError,
  type UnconfirmedWrite,
} from "../../src/reconcile";
import { error, errorsOf, projectOf, refusalOf, warning, workspaceOf } from "./context";

const REQUEST = { method: "POST", path: "/organizations/acme/projects", attempts: 1 } as never;
const PLATFORM = projectOf("prj-1", "Platform");
const TAKEN = new ProjectNameTakenError("Platform", PLATFORM);
const HINT =
  "\n\nThe configuration is planned before it is destroyed. If this error blocks a destroy, skip that plan with " +
  "`destroy -refresh=false`.";
const REMEDY =
  "If another resource in your configuration renames this project in the same apply, add the resource that " +
  "renames it " +
  "to `depends_on` (in a CDK app: dependsOn) of this one. If another resource manages it, or managed it until " +
  "now, use " +
  "a `moved` block (in a CDK app: moveTo) to move it to this resource. Otherwise import it (`import ADDRESS " +
  "prj-1`, or " +
  '"acme/Platform" in place of the ID; in a CDK app: importFrom), set adopt_existing = true ' +
  "(in a CDK app: adoptExisting), " +
  "or choose a different name.";

function invalid(...pointers: readonly (string | undefined)[]): Error {
  const problems = pointers.map((pointer): ServiceProblem => {
    return { status: "422", title: "invalid attribute", detail: "It is odd", pointer };
  });
  return new UnprocessableEntityError(REQUEST, { status: 422, problems, requestId: undefined });
}

function unknown(kind: UnconfirmedWrite["kind"], name?: string): Error {
  const write = { kind, organization: "acme", project: { id: undefined, name } };
  return new OutcomeUnknownError(write, new Error("lost"), undefined);
}

describe("an error becomes a diagnostic", () => {
  const diagnosticOf = (thrown: unknown, context: object = {}) =>
    errorsOf(() =>
      withDiagnostics({ summary: "Cannot do it", ...context }, async () => {
        await Promise.resolve();
        throw thrown;
      }),
    );
  const attribute = ["workspace_ids"];
  const pointers = { description: "description", "execution-mode": "default_execution_mode" };

  test("with its cause", async () => {
    const cause = new Error("Broken");
    const refusal = await refusalOf(() => withDiagnostics({ summary: "Cannot do it" }, () => Promise.reject(cause)));
    expect(refusal).toBeInstanceOf(DiagnosticError);
    expect(refusal).toMatchObject({ cause });
    for (const its of [TAKEN, inTime()])
      expect(await refusalOf(() => withDiagnostics({ summary: "" }, () => Promise.reject(its)))).toMatchObject({
        cause: its,
      });
  });

  test("unless it is one, or none at all", async () => {
    const diagnostic = DiagnosticError.of("Other", "It");
    for (const thrown of [diagnostic, "text"])
      expect(await refusalOf(() => withDiagnostics({ summary: "" }, () => Promise.reject(thrown as Error)))).toBe(
        thrown,
      );
    expect(await withDiagnostics({ summary: "" }, () => Promise.resolve(7))).toBe(7);
  });

  test.each([
    ["nothing", {}, undefined],
    ["an attribute", { attribute }, "workspace_ids"],
  ])("of any kind, at %s that the caller names", async (_, context, at) => {
    expect(await diagnosticOf(new Error("Broken"), context)).toEqual([error("Cannot do it", "Broken", at)]);
  });

  test.each([
    ["that it points at", ["/data/attributes/description"], "description"],
    ["of another name", ["/data/attributes/execution-mode"], "default_execution_mode"],
    [
      "of the first pointer that is known",
      [undefined, "/data/attributes/other", "/data/attributes/description"],
      "description",
    ],
    ["of the caller, where it is no attribute", ["/data/attributes/constructor"], "workspace_ids"],
    ["of the caller, without a pointer", [undefined], "workspace_ids"],
    ["of the caller, without a problem", [], "workspace_ids"],
  ])("of the service, at the attribute %s", async (_, its, at) => {
    const thrown = invalid(...its);
    expect(await diagnosticOf(thrown, { pointers, attribute })).toEqual([error("Cannot do it", thrown.message, at)]);
  });

  test("of the service, at the attribute of the caller where it names no pointers", async () => {
    const thrown = invalid("/data/attributes/description");
    expect(await diagnosticOf(thrown, { attribute })).toEqual([error("Cannot do it", thrown.message, "workspace_ids")]);
  });

  test("of another kind, without its pointers", async () => {
    const thrown = Object.assign(new Error("Broken"), { problems: [{ pointer: "/data/attributes/description" }] });
    expect(await diagnosticOf(thrown, { pointers })).toEqual([error("Cannot do it", "Broken")]);
  });

  test("of a taken name, with what to do", async () => {
    const message = 'The name "Platform" is already taken in the organization "acme" by project prj-1.';
    expect(await diagnosticOf(TAKEN, { attribute })).toEqual([
      error("Cannot do it", `${message}\n\n${REMEDY}${HINT}`, "name"),
    ]);
    expect(await diagnosticOf(TAKEN, { remedy: "Wait." })).toEqual([
      error("Cannot do it", `${message}\n\nWait.`, "name"),
    ]);
    expect(nameTakenRemedy(TAKEN, " More.")).toBe(`${REMEDY} More.${HINT}`);
  });

  test("of a read that took too long, at the time limit", async () => {
    const thrown = inTime();
    expect(await diagnosticOf(thrown, { attribute })).toEqual([
      error("Cannot do it", thrown.message, "timeout_seconds"),
    ]);
  });

  test("of a create with an unknown outcome, with how to import what exists", async () => {
    const thrown = unknown("create", "Platform");
    const advice =
      '\n\nIf it exists, the plan reports that its name is taken: import it (`import ADDRESS "acme/Platform"`; ' +
      "in a CDK app: importFrom), " +
      "or set " +
      "adopt_existing = true (in a CDK app: adoptExisting).";
    expect(await diagnosticOf(thrown)).toEqual([error("Cannot do it", thrown.message + advice)]);
  });

  test.each([
    ["update", "Platform"],
    ["delete", "Platform"],
    ["move", "Platform"],
    ["create", undefined],
  ] as const)("of another write with an unknown outcome, as it is: %s of %s", async (kind, name) => {
    const thrown = unknown(kind, name);
    expect(await diagnosticOf(thrown)).toEqual([error("Cannot do it", thrown.message)]);
  });
});

function inTime(): Error {
  const cause = new DeadlineExceededError(REQUEST, "https://tfe.example.com", 1000, undefined);
  return new NotReadInTimeError("Run run-1", 1000, cause);
}

test("projects and memberships that count as gone have different summaries, and say what follows", () => {
  const diagnostics = new Diagnostics();
  warnOfAbsence(diagnostics, "Project prj-1", "It is left out.");
  warnOfAbsence(diagnostics, "Project prj-1", "It is removed.", "a membership");
  const detail = (consequence: string): string =>
    "Project prj-1 was not found: it was deleted, or the token is not authorized to see it. It counts as deleted. " +
    `${consequence} If it still exists, do not apply this: use a token that sees all projects of the organization.`;
  expect(diagnostics.entries).toEqual([
    warning("Project not found", detail("It is left out.")),
    warning("Project of a membership not found", detail("It is removed.")),
  ]);
});

test("two resources for one project are refused, with how to change an address", () => {
  expect(projectConflict(PLATFORM).diagnostics).toEqual([
    error(
      "Project managed by two resources",
      'Two resources in this plan manage project "Platform" (prj-1), and one of them adopts or deletes it. To change ' +
        "the address of a resource, use a `moved` block instead of adopt_existing or " +
        "previous_names (in a CDK app: moveTo, adoptExisting, previousNames). If the state contains the project " +
        "twice, remove one of the two (`state rm ADDRESS`)." +
        HINT,
      "name",
    ),
  ]);
});

test("a missing project is named with its organization", () => {
  expect(projectNotFound("acme", 'named "It"')).toBe(
    'The organization "acme" has no project named "It", or the token is not authorized to read it.',
  );
});

test("labels name projects and workspaces, and count those that are left out", () => {
  const many = Array.from({ length: 201 }, (_, index) => workspaceOf(`w${String(index).padStart(3, "0")}`));
  expect(projectLabel(PLATFORM)).toBe('"Platform" (prj-1)');
  expect(
    [workspacesLabel, manyWorkspacesLabel].map((label) => label([workspaceOf("web"), workspaceOf("api")])),
  ).toEqual(["2 workspaces (api, web)", "2 workspaces (api, web)"]);
  expect(workspacesLabel(many.slice(0, 11))).toMatch(/^11 workspaces \(w000, .*, w009 and 1 more\)$/);
  expect(manyWorkspacesLabel(many)).toMatch(/^201 workspaces \(w000, .*, w199 and 1 more\)$/);
});
