import { ConnectionError, DeadlineExceededError, type FailedRequest } from "../../src/api";
import type { Workspace } from "../../src/model";
import {
  DefaultProjectError,
  DefaultProjectNotVisibleError,
  describeWrite,
  NotReadInTimeError,
  OrganizationNotFoundError,
  OutcomeUnknownError,
  ProjectGoneError,
  ProjectNotEmptyError,
  TagsNotReportedError,
  WorkspacesNotFoundError,
  type ReconcileError,
  type UnconfirmedWrite,
} from "../../src/reconcile";

const workspace = (name: string): Workspace => ({ id: `ws-${name}`, name, projectId: "prj-1", organization: "acme" });

describe("the name, code and message of an error", () => {
  test.each<[string, () => ReconcileError, ReconcileError["code"], string]>([
    [
      "OrganizationNotFoundError",
      () => new OrganizationNotFoundError("acme", "https://tfe.example.com", undefined),
      "ORGANIZATION_NOT_FOUND",
      'The organization "acme" does not exist at https://tfe.example.com, or the token is not authorized to read it. ' +
        "Check the organization's name, the address, and the token's permissions.",
    ],
    [
      "ProjectGoneError",
      () => new ProjectGoneError("prj-1"),
      "PROJECT_GONE",
      "Project prj-1 is no longer found: since it was last read, it was deleted, or the token is not authorized to " +
        "see it. Plan again.",
    ],
    [
      "ProjectNotEmptyError",
      () => new ProjectNotEmptyError({ id: "prj-1", name: "Platform" }, [workspace("web"), workspace("api")]),
      "PROJECT_NOT_EMPTY",
      'Project "Platform" (prj-1) still contains 2 workspaces: api, web. ' +
        "A project that contains workspaces cannot be deleted.",
    ],
    [
      "DefaultProjectError",
      () => new DefaultProjectError("prj-1"),
      "DEFAULT_PROJECT",
      "Project prj-1 is the organization's default project: it can be renamed, but not deleted.",
    ],
    [
      "DefaultProjectNotVisibleError",
      () => new DefaultProjectNotVisibleError(2),
      "NOT_PERMITTED",
      "2 workspaces of other projects would move to the default project, which the token is not authorized to see. " +
        "Use a token that can move workspaces into it.",
    ],
    [
      "WorkspacesNotFoundError",
      () => new WorkspacesNotFoundError("acme", ["api-prd", "ws-nowhere"], ["web", "api-prod"]),
      "UNKNOWN_WORKSPACE",
      'The organization "acme" has no workspaces api-prd (did you mean api-prod?), ws-nowhere, ' +
        "or the token is not authorized to read them.",
    ],
    [
      "WorkspacesNotFoundError",
      () => new WorkspacesNotFoundError("acme", ["api-prd"]),
      "UNKNOWN_WORKSPACE",
      'The organization "acme" has no workspace api-prd, or the token is not authorized to read it.',
    ],
    [
      "TagsNotReportedError",
      () => new TagsNotReportedError("acme"),
      "TAGS_NOT_REPORTED",
      'The service does not report the tags of the workspaces of the organization "acme", or does not distinguish a ' +
        "workspace's own tags from inherited ones, so rules with tags cannot be evaluated. Select the " +
        "workspaces by their names.",
    ],
  ])("%s", (name, make, code, message) => {
    const error = make();
    expect(error.message).toBe(message);
    expect(error).toMatchObject({ name, code, outcomeUnknown: false });
  });

  test("lists what it is about for programs, too", () => {
    const inside = [workspace("web")];
    expect(new ProjectNotEmptyError({ id: "prj-1", name: "Platform" }, inside).workspaces).toBe(inside);
    expect(new WorkspacesNotFoundError("acme", ["ws-nowhere"]).missing).toEqual(["ws-nowhere"]);
    expect(new TagsNotReportedError("acme").organization).toBe("acme");
  });
});

const READ: FailedRequest = { method: "GET", path: "/api/v2/runs/run-1", outcomeUnknown: false, attempts: 2 };
const ADDRESS = "https://tfe.example.com";

describe("NotReadInTimeError", () => {
  const of = (cause: unknown, timeoutMs = 2_000): NotReadInTimeError => {
    const exceeded = new DeadlineExceededError(READ, ADDRESS, timeoutMs, undefined);
    return new NotReadInTimeError("Run run-1", timeoutMs, Object.assign(exceeded, { cause }));
  };
  const BEGIN = "Run run-1 could not be read within 2 seconds (GET /api/v2/runs/run-1).";

  test("says which request did not end in time, and what to do", () => {
    expect(of(undefined).message).toBe(`${BEGIN} Try again, or allow more time.`);
    expect(of(undefined, 1_000).message).toContain("within 1 second (");
  });

  test("quotes the last attempt, as one sentence", () => {
    const quoted = `${BEGIN} The last attempt failed: it was refused. Try again, or allow more time.`;
    expect(of(new Error("it was refused")).message).toBe(quoted);
    expect(of(new Error("it was refused.")).message).toBe(quoted);
  });
});

const NAMED = { id: "prj-1", name: "Platform" };
const write = (kind: UnconfirmedWrite["kind"], more: Partial<UnconfirmedWrite> = {}): UnconfirmedWrite => {
  return { kind, organization: "acme", project: NAMED, ...more };
};

describe("a write in words", () => {
  test.each<[UnconfirmedWrite, string]>([
    [
      write("create", { project: { id: undefined, name: "Platform" } }),
      'project "Platform" was created in the organization "acme"',
    ],
    [write("update"), 'project "Platform" (prj-1) was updated'],
    [write("delete"), 'project "Platform" (prj-1) was deleted'],
    [write("delete", { project: { id: "prj-1", name: undefined } }), "project prj-1 was deleted"],
    [
      write("move", { workspaceIds: ["ws-1", "ws-2"] }),
      '2 workspaces moved to project "Platform" (prj-1), all of them or none',
    ],
    [write("move", { workspaceIds: ["ws-1"] }), '1 workspace moved to project "Platform" (prj-1), all of them or none'],
    [write("move"), '0 workspaces moved to project "Platform" (prj-1), all of them or none'],
  ])("%j", (described, words) => {
    expect(describeWrite(described)).toBe(words);
  });
});

describe("OutcomeUnknownError", () => {
  const message = (cause: unknown, verificationError: unknown, kind: UnconfirmedWrite["kind"] = "update"): string =>
    new OutcomeUnknownError(write(kind), cause, verificationError).message;
  const failed = (method: FailedRequest["method"], path: string): ConnectionError =>
    Object.assign(Object.create(ConnectionError.prototype) as ConnectionError, { method, path, code: "connection" });

  test.each<[UnconfirmedWrite["kind"], string, string]>([
    ["create", "no project of that name", "whether the project exists"],
    ["update", "no change", "the remaining changes"],
    ["delete", "that the project still existed", "the remaining changes"],
    ["move", "that not all workspaces were there", "the remaining changes"],
  ])("of a %s says what a later read showed", (kind, shown, next) => {
    expect(message(new Error("lost."), undefined, kind)).toBe(
      `It is unknown whether ${describeWrite(write(kind))}: lost. A later read showed ${shown}, ` +
        `but the service may still execute the request. Plan again to see ${next}.`,
    );
  });

  test("names the request that failed, also where it is the cause of another error", () => {
    const lost = failed("PATCH", "/api/v2/projects/prj-1");
    const refused = Object.assign(failed("GET", "/api/v2/projects/prj-1"), { status: 401 });
    expect(message(new Error("wrapped", { cause: lost }), refused)).toBe(
      'It is unknown whether project "Platform" (prj-1) was updated: PATCH /api/v2/projects/prj-1 failed ' +
        "(connection). The verification failed, too: GET /api/v2/projects/prj-1 returned 401. " +
        "Plan again to see the remaining changes.",
    );
  });

  test.each([
    [{ code: "ENOENT", path: "/etc/ssl/ca.pem" }],
    [{ code: "NOT_FOUND_OR_UNAUTHORIZED" }],
    [{ method: "GET", path: "/" }],
    [{ method: "GET", code: "E" }],
  ])("does not take an error with %j for one of a request", (members) => {
    const other = Object.assign(new Error("Of its own."), members);
    expect(message(other, undefined)).toContain("was updated: Of its own. A later");
    const cause = failed("DELETE", "/api/v2/projects/prj-1");
    expect(message(Object.assign(other, { cause }), undefined)).toContain(": DELETE /api/v2/projects/prj-1 failed (");
  });

  test.each([
    ["ends with a dot.", "ends with a dot"],
    ["has a dot. inside", "has a dot. inside"],
    ["asks why?", "asks why"],
  ])("quotes the message of any other error without the mark at its end: %s", (text, quoted) => {
    expect(message(new Error(text), undefined)).toContain(`was updated: ${quoted}. A later`);
    expect(message(text, undefined)).toContain(`was updated: ${quoted}. A later`);
  });

  test("keeps the write, its error and why it could not be verified", () => {
    const [cause, reason] = [new Error("lost"), new Error("down")];
    const move = write("move", { workspaceIds: ["ws-1"] });
    expect(new OutcomeUnknownError(move, cause, reason)).toMatchObject({
      name: "OutcomeUnknownError",
      code: "OUTCOME_UNKNOWN",
      outcomeUnknown: true,
      write: move,
      cause,
      verificationError: reason,
    });
  });
});
