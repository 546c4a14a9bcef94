import { UNSET_SETTINGS } from "../../src/model";
import type { ProjectSettings } from "../../src/model";
import {
  deleteProject,
  ensureProject,
  isOutcomeUnknown,
  moveWorkspaces,
  Operation,
  OutcomeUnknownError,
  OrganizationView,
} from "../../src/reconcile";
import { Acme } from "../support/acme";
import { shows } from "../fidelity";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const platform: ProjectSettings = { ...UNSET_SETTINGS, name: "Platform", description: "All of it" };

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Each kind of write, with its preparation. */
const WRITES: readonly {
  readonly kind: "create" | "update" | "delete" | "move";
  readonly method: string;
  /** The path of the reads that verify it. */
  readonly probe: RegExp;
  readonly prepare: () => (view: OrganizationView) => Promise<unknown>;
  readonly isDone: () => boolean;
}[] = [
  {
    kind: "create",
    method: "POST",
    probe: /filter\[names\]=Platform/,
    prepare: () => (view) => ensureProject(view, platform),
    isDone: () => acme.project("Platform") !== undefined,
  },
  {
    kind: "update",
    method: "PATCH",
    probe: /\/projects\/prj-/,
    prepare: () => {
      const id = acme.addProject("Old");
      return (view) => ensureProject(view, platform, { id });
    },
    isDone: () => acme.project("Platform") !== undefined,
  },
  {
    kind: "delete",
    method: "DELETE",
    probe: /\/projects\/prj-/,
    prepare: () => {
      const id = acme.addProject("Platform");
      return (view) => deleteProject(view, id, "refuse");
    },
    isDone: () => acme.project("Platform") === undefined,
  },
  {
    kind: "move",
    method: "POST",
    probe: /filter\[project\]\[id\]/,
    prepare: () => {
      const [from, to] = acme.addProjects(2);
      const id = acme.addWorkspace("api", from);
      return (view) => moveWorkspaces(view, [{ id, name: "api", projectId: from!, organization: "acme" }], to!);
    },
    isDone: () => acme.world["Project 1"]?.length === 1,
  },
];

/** Reads that precede the write, which succeed. */
const READS_BEFORE = { create: 1, update: 1, delete: 0, move: 0 };

describe.each(WRITES)("a $kind whose response was lost", ({ kind, method, probe, prepare, isDone }) => {
  const attempts = kind === "create" ? 1 : 5;

  test("is done when a read shows it, however often reads failed before", async () => {
    const write = prepare();
    acme.emulator.faults.add({ method, drop: "after", times: attempts });
    acme.emulator.faults.add({ method: "GET", path: probe, status: 500, skip: READS_BEFORE[kind], times: 7 });
    await write(acme.impatientView());
    expect(isDone()).toBe(true);
    expect(acme.emulator.faults.pending).toEqual([]);
  });

  test("has an unknown outcome when reads fail until the deadline; its cause is the write's error", async () => {
    const write = prepare();
    acme.emulator.faults.add({ method, drop: "after", times: attempts });
    acme.emulator.faults.add({ method: "GET", path: probe, status: 500, skip: READS_BEFORE[kind], times: Infinity });
    const error = await failure(write(acme.impatientView({ deadlineMs: 2_000 })));
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

  test("has an unknown outcome when the time for verifying is over, whatever the deadline of a call", async () => {
    const write = prepare();
    acme.emulator.faults.add({ method, drop: "after", times: attempts });
    acme.emulator.faults.add({ method: "GET", path: probe, status: 500, skip: READS_BEFORE[kind], times: Infinity });
    const { client } = acme.impatientView();
    const error = await failure(write(new OrganizationView(client, "acme", { verifyMs: 2_000 })));
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", verificationError: { code: "server" } });
  });

  test("has an unknown outcome soon when the token may not read", async () => {
    const write = prepare();
    acme.emulator.faults.add({ method, drop: "after", times: attempts });
    acme.emulator.faults.add({ method: "GET", path: probe, status: 401, skip: READS_BEFORE[kind], times: Infinity });
    const error = await failure(write(acme.impatientView()));
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", verificationError: { code: "unauthorized" } });
  });

  test("has an unknown outcome at once when the client is stopped", async () => {
    const stop = new AbortController();
    const write = prepare();
    acme.emulator.faults.add({ method, drop: "after", times: attempts });
    acme.emulator.faults.add({ method: "GET", path: probe, status: 500, skip: READS_BEFORE[kind], times: Infinity });
    const onRequest = ({ status }: { status: number | undefined }): void => {
      if (status === 500) stop.abort();
    };
    const error = await failure(write(acme.impatientView({ shutdownSignal: stop.signal, onRequest })));
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", write: { kind } });
  });
});

describe.each(WRITES)("a $kind that failed without being done or rejected", ({ kind, method, prepare, isDone }) => {
  test("has an unknown outcome, since the service may still execute the request", async () => {
    const write = prepare();
    acme.emulator.faults.add({ method, status: 500, times: Infinity });
    const error = await failure(write(acme.impatientView()));
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", write: { kind }, cause: { code: "server" } });
    expect(error).toMatchObject({ verificationError: undefined });
    expect(isDone()).toBe(false);
  });
});

describe("a delete with a 404 after a lost response", () => {
  test("is done when the project does not exist, and the organization can be read", async () => {
    const id = acme.addProject("Platform");
    acme.emulator.faults.add({ method: "DELETE", drop: "after", times: 1 });
    await deleteProject(acme.impatientView(), id, "refuse");
    expect(acme.project("Platform")).toBeUndefined();
  });

  shows("errors: Delete project 404");
  test("has an unknown outcome when nothing can be read from then on", async () => {
    const id = acme.addProject("Platform");
    const view = acme.impatientView();
    await view.organization();
    acme.emulator.faults.add({ method: "DELETE", drop: "before", times: 1 });
    acme.emulator.faults.add({ method: "DELETE", status: 404, times: Infinity });
    acme.emulator.faults.add({ path: /projects\/prj-/, status: 404, times: Infinity });
    acme.emulator.faults.add({ path: /organizations\/acme$/, status: 404, times: Infinity });
    const error = await failure(deleteProject(view, id, "refuse"));
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", verificationError: { code: "NOT_FOUND_OR_UNAUTHORIZED" } });
    expect(acme.project("Platform")).toBeDefined();
  });
});

test("the error of a create says in a few words what may exist, why that is not known, and what to do", async () => {
  acme.emulator.faults.add({ method: "POST", drop: "after" });
  acme.emulator.faults.add({ method: "GET", path: "filter[names]", status: 401, skip: 1, times: Infinity });
  const error = await failure(ensureProject(acme.impatientView(), platform));
  const { message } = error as Error;
  expect(message).toBe(
    'It is unknown whether project "Platform" was created in the organization "acme": ' +
      "POST /api/v2/organizations/acme/projects failed (connection). The verification failed, too: " +
      "GET /api/v2/organizations/acme/projects returned 401. Plan again to see whether the project exists.",
  );
});

describe("a verification without an answer says why it ended", () => {
  const write = { kind: "update", organization: "acme", project: { id: "prj-1", name: "Platform" } } as const;
  const neverEnds = (): Promise<undefined> => new Promise(() => undefined);

  test("the client was stopped before it began, so that nothing is read", async () => {
    const stop = new AbortController();
    stop.abort();
    const view = acme.impatientView({ shutdownSignal: stop.signal });
    const probe = jest.fn(neverEnds);
    const error = await failure(new Operation(view).verify(write, new Error("lost"), probe));
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", verificationError: new Error("it was interrupted") });
    expect(probe).not.toHaveBeenCalled();
  });

  test("the client was stopped during the first read", async () => {
    const stop = new AbortController();
    const view = acme.impatientView({ shutdownSignal: stop.signal });
    const verifying = failure(new Operation(view).verify(write, new Error("lost"), neverEnds));
    stop.abort();
    expect(await verifying).toMatchObject({ verificationError: new Error("it was interrupted") });
  });

  test.each([
    ["with a client that can be stopped", () => ({ shutdownSignal: new AbortController().signal })],
    ["with a client that cannot", () => ({})],
  ])("the time was over, %s", async (_, options) => {
    const view = new OrganizationView(acme.impatientView(options()).client, "acme", { verifyMs: 1 });
    const error = await failure(new Operation(view).verify(write, new Error("lost"), neverEnds));
    expect(error).toMatchObject({ verificationError: new Error("no read completed in time") });
  });
});

describe("errors of writes that were not done", () => {
  test.each([
    ["a name that is taken", () => ensureProject(acme.impatientView(), platform), () => acme.addProject("Platform")],
    ["a deleted project", () => ensureProject(acme.impatientView(), platform, { id: "prj-gone" }), () => undefined],
    [
      "the default project",
      () => deleteProject(acme.impatientView(), acme.defaultProjectId, "refuse"),
      () => undefined,
    ],
    [
      "a project that contains workspaces",
      () => deleteProject(acme.impatientView(), acme.project("Full")!.id, "refuse"),
      () => acme.addWorkspace("api", acme.addProject("Full")),
    ],
  ])("say so: %s", async (_, work, prepare) => {
    prepare();
    expect(isOutcomeUnknown(await failure(work()))).toBe(false);
  });

  test("decided by the error's property, also for errors of another copy of the package", () => {
    expect(isOutcomeUnknown(Object.assign(new Error("refused"), { outcomeUnknown: false }))).toBe(false);
    expect(isOutcomeUnknown(Object.assign(new Error("lost"), { outcomeUnknown: true }))).toBe(true);
    expect(isOutcomeUnknown(new TypeError("a bug, thrown at an unknown time"))).toBe(true);
  });
});
