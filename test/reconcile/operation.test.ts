import type { ProjectSettings } from "../../src/model";
import {
  deleteProject,
  ensureProject,
  isOutcomeUnknown,
  moveWorkspaces,
  OutcomeUnknownError,
  type OrganizationView,
} from "../../src/reconcile";
import { Acme } from "../support/acme";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const platform: ProjectSettings = { name: "Platform", description: "All of it", autoDestroyActivityDuration: null };

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Each kind of write, ready to be done on a world of its own. */
const WRITES: readonly {
  readonly kind: "create" | "update" | "delete" | "move";
  readonly method: string;
  /** What is read to find out what became of it. */
  readonly look: RegExp;
  readonly prepare: () => (view: OrganizationView) => Promise<unknown>;
  readonly isDone: () => boolean;
}[] = [
  {
    kind: "create",
    method: "POST",
    look: /filter\[names\]=Platform/,
    prepare: () => (view) => ensureProject(view, platform),
    isDone: () => acme.project("Platform") !== undefined,
  },
  {
    kind: "update",
    method: "PATCH",
    look: /\/projects\/prj-/,
    prepare: () => {
      const id = acme.addProject("Old");
      return (view) => ensureProject(view, platform, { id });
    },
    isDone: () => acme.project("Platform") !== undefined,
  },
  {
    kind: "delete",
    method: "DELETE",
    look: /\/projects\/prj-/,
    prepare: () => {
      const id = acme.addProject("Platform");
      return (view) => deleteProject(view, id, "refuse");
    },
    isDone: () => acme.project("Platform") === undefined,
  },
  {
    kind: "move",
    method: "POST",
    look: /filter\[project\]\[id\]/,
    prepare: () => {
      const [from, to] = acme.addProjects(2);
      const id = acme.addWorkspace("api", from);
      return (view) => moveWorkspaces(view, [{ id, name: "api", projectId: from!, organization: "acme" }], to!);
    },
    isDone: () => acme.world["Project 1"]?.length === 1,
  },
];

/** The first reads of each are let through: they are made before the write. */
const READS_BEFORE = { create: 1, update: 1, delete: 0, move: 0 };

describe.each(WRITES)("a $kind whose answer was lost", ({ kind, method, look, prepare, isDone }) => {
  const attempts = kind === "create" ? 1 : 5;

  test("is done when looking for it says so, however often looking failed before", async () => {
    const write = prepare();
    acme.emulator.addFault({ method, drop: "after", times: attempts });
    acme.emulator.addFault({ method: "GET", path: look, status: 500, skip: READS_BEFORE[kind], times: 7 });
    await write(acme.impatientView());
    expect(isDone()).toBe(true);
    expect(acme.emulator.faults).toEqual([]);
  });

  test("is of unknown outcome when looking fails until the operation's time is over, and the error of the write stays the cause", async () => {
    const write = prepare();
    acme.emulator.addFault({ method, drop: "after", times: attempts });
    acme.emulator.addFault({ method: "GET", path: look, status: 500, skip: READS_BEFORE[kind], times: Infinity });
    const error = await failure(write(acme.impatientView({ deadlineMs: 600 })));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({
      code: "OUTCOME_UNKNOWN",
      outcomeUnknown: true,
      write: { kind, organization: "acme" },
      cause: { code: "connection", outcomeUnknown: true },
    });
    expect(isOutcomeUnknown(error)).toBe(true);
    expect(isDone()).toBe(true);
  });

  test("is of unknown outcome soon when the token may not look", async () => {
    const write = prepare();
    acme.emulator.addFault({ method, drop: "after", times: attempts });
    acme.emulator.addFault({ method: "GET", path: look, status: 401, skip: READS_BEFORE[kind], times: Infinity });
    const error = await failure(write(acme.impatientView()));
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", verificationError: { code: "unauthorized" } });
  });

  test("is of unknown outcome at once when all is to stop", async () => {
    const stop = new AbortController();
    const write = prepare();
    acme.emulator.addFault({ method, drop: "after", times: attempts });
    acme.emulator.addFault({ method: "GET", path: look, status: 500, skip: READS_BEFORE[kind], times: Infinity });
    const onRequest = ({ status }: { status: number | undefined }): void => {
      if (status === 500) stop.abort();
    };
    const error = await failure(write(acme.impatientView({ signal: stop.signal, onRequest })));
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", write: { kind } });
  });
});

describe.each(WRITES)(
  "a $kind that the service did not do, and did not refuse",
  ({ kind, method, prepare, isDone }) => {
    test("is of unknown outcome, since it may still be done", async () => {
      const write = prepare();
      acme.emulator.addFault({ method, status: 500, times: Infinity });
      const error = await failure(write(acme.impatientView()));
      expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", write: { kind }, cause: { code: "server" } });
      expect(error).toMatchObject({ verificationError: undefined });
      expect(isDone()).toBe(false);
    });
  },
);

describe("a delete that got a 404 after an attempt whose answer was lost", () => {
  test("is done when the project is gone, and the organization can be read", async () => {
    const id = acme.addProject("Platform");
    acme.emulator.addFault({ method: "DELETE", drop: "after", times: 1 });
    await deleteProject(acme.impatientView(), id, "refuse");
    expect(acme.project("Platform")).toBeUndefined();
  });

  test("is of unknown outcome when from then on nothing can be seen", async () => {
    const id = acme.addProject("Platform");
    const view = acme.impatientView();
    await view.organization();
    acme.emulator.addFault({ method: "DELETE", drop: "before", times: 1 });
    acme.emulator.addFault({ method: "DELETE", status: 404, times: Infinity });
    acme.emulator.addFault({ path: /projects\/prj-/, status: 404, times: Infinity });
    acme.emulator.addFault({ path: /organizations\/acme$/, status: 404, times: Infinity });
    const error = await failure(deleteProject(view, id, "refuse"));
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", verificationError: { code: "ABSENT_OR_HIDDEN" } });
    expect(acme.project("Platform")).toBeDefined();
  });
});

test("the error of a create says what may exist, and how to find out", async () => {
  acme.emulator.addFault({ method: "POST", drop: "after" });
  acme.emulator.addFault({ method: "GET", path: "filter[names]", status: 401, skip: 1, times: Infinity });
  const error = await failure(ensureProject(acme.impatientView(), platform));
  expect(String(error)).toMatch(
    /unknown whether project "Platform" was created: it may exist in the organization "acme"\. .*Looking it up afterwards failed too: .*401.* To find out, look for "Platform" among the projects of the organization "acme", or plan again\.$/,
  );
});

describe("nothing can have happened", () => {
  test.each([
    ["a name that is taken", () => ensureProject(acme.impatientView(), platform), () => acme.addProject("Platform")],
    [
      "a project that is gone",
      () => ensureProject(acme.impatientView(), platform, { id: "prj-gone" }),
      () => undefined,
    ],
    [
      "the default project",
      () => deleteProject(acme.impatientView(), acme.defaultProjectId, "refuse"),
      () => undefined,
    ],
    [
      "a project that holds workspaces",
      () => deleteProject(acme.impatientView(), acme.project("Full")!.id, "refuse"),
      () => acme.addWorkspace("api", acme.addProject("Full")),
    ],
  ])("of %s the error says so", async (_, work, prepare) => {
    prepare();
    expect(isOutcomeUnknown(await failure(work()))).toBe(false);
  });

  test("errors are judged by what they say, also where they are of another copy of the package", () => {
    expect(isOutcomeUnknown(Object.assign(new Error("refused"), { outcomeUnknown: false }))).toBe(false);
    expect(isOutcomeUnknown(Object.assign(new Error("lost"), { outcomeUnknown: true }))).toBe(true);
    expect(isOutcomeUnknown(new TypeError("a mistake of ours, of which nobody knows when it came"))).toBe(true);
  });
});
