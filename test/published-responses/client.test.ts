import type { Client, ErrorCode } from "../../src/api";
import { ResponseError } from "../../src/api";
import { ScriptedService } from "../api/scripted-service";
import { collect } from "../contract/client-and-emulator";
import type { Recording } from "./recording";
import { recording, RECORDINGS, resourceOf, resourcesOf } from "./recording";

let service: ScriptedService;
beforeAll(async () => (service = await ScriptedService.start()));
afterAll(() => service.stop());

type Read = (client: Client) => Promise<unknown>;

/** What the client makes of a response: with the recorded status and headers, and by default the recorded body. */
async function reading({ response }: Recording, read: Read, body: object = response.body): Promise<unknown> {
  service.script({ status: response.status, headers: { ...response.headers }, body });
  const client = service.client();
  try {
    return await read(client);
  } finally {
    client.close();
  }
}

const inherited = { isInherited: true };
const own = { isInherited: false };
const absent = { tagReference: "absent" };
const linked = { tagReference: "linked" };
const agent = { value: "agent", ...own };
const pool = { value: "apool-34FKQT8qRQwDCzHJ", ...own };
const fourteenDays = { value: "14d", ...own };
const remote = { value: "remote", ...own };
const postPlan = { stage: "post_plan", runId: "run-PH5rA2dr9gPkBRVu", taskResultIds: ["taskrs-89n9Kdz1nxNssd9e"] };
const workspace8 = { organization: "acme-9", name: "workspace-8", currentRunId: null };

/** What the client reads from recordings of one object, or of a list of which it reads one. */
const READ: Readonly<Record<string, { readonly read: (id: string) => Read; readonly expected: object }>> = {
  "account-user": account({ username: "user-9", isServiceAccount: false }),
  "account-service-account": account({ username: "user-1", isServiceAccount: true }),
  "organization-2023": {
    read: (name) => (client) => client.organizations.get(name),
    expected: {
      name: "acme-7",
      defaultProjectId: "prj-aFNEhBgC2TTTzt86",
      canCreateProjects: true,
      projectDefaults: {
        autoDestroyActivityDuration: null,
        defaultExecutionMode: "remote",
        defaultAgentPoolId: null,
      },
    },
  },
  "project-show-2025": {
    read: (id) => (client) => client.projects.get(id),
    expected: {
      organization: "acme-10",
      name: "Project 1",
      description: "text",
      workspaceCount: 3,
      teamCount: 0,
      autoDestroyActivityDuration: null,
      defaultExecutionMode: null,
      defaultAgentPoolId: null,
      permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
    },
  },
  "run-show-2025": run({ status: "discarded", isConfirmable: false }),
  "runs-list-2023": run({ status: "planned", isConfirmable: true }),
  "runs-list-2023-port": run({ status: "planned_and_finished", isConfirmable: false }),
  "task-stage-passed-2026": stage({
    ...postPlan,
    status: "passed",
    createdAt: "2026-05-07T20:47:40.123Z",
    updatedAt: "2026-05-07T20:47:42.789Z",
    statusTimestamps: { "running-at": "2026-05-07T20:47:40+00:00", "passed-at": "2026-05-07T20:47:42+00:00" },
  }),
  "task-stage-running-2026": stage({ ...postPlan, status: "running", isOverridable: undefined }),
  "workspace-2023": workspace({
    ...absent,
    organization: "acme-8",
    name: "workspace-7",
    projectId: "prj-5LNZcwMBANZZ16Mt",
    currentRunId: null,
    settings: {
      autoDestroyActivityDuration: { value: null },
      defaultExecutionMode: { value: "remote", ...inherited },
      defaultAgentPoolId: { value: null, ...inherited },
    },
  }),
  "workspace-create-untagged": workspace({
    ...workspace8,
    ...absent,
    settings: {
      autoDestroyActivityDuration: { value: null, ...inherited },
      defaultExecutionMode: { value: "remote", ...inherited },
    },
  }),
  "workspace-create-tagged": workspace({
    ...workspace8,
    ...linked,
    settings: { autoDestroyActivityDuration: fourteenDays, defaultExecutionMode: remote },
  }),
  "workspace-lock": workspace({ ...workspace8, settings: { defaultExecutionMode: agent, defaultAgentPoolId: pool } }),
  "workspace-unlock": workspace({ ...workspace8, settings: { defaultExecutionMode: agent, defaultAgentPoolId: pool } }),
  "workspace-update-agent": workspace({
    ...workspace8,
    ...linked,
    projectId: "prj-1gDsLFnGDc9AzeHW",
    settings: { defaultExecutionMode: agent, defaultAgentPoolId: pool },
  }),
  "workspace-update-moved": workspace({
    ...workspace8,
    ...linked,
    projectId: "prj-1gDsLFnGDc9AzeHW",
    settings: { defaultExecutionMode: remote, defaultAgentPoolId: { value: null, ...own } },
  }),
};

function account(expected: object) {
  // The service did not name the team or organization of a token then.
  return {
    read: () => (client: Client) => client.account.get(),
    expected: { ...expected, authenticatedResource: undefined },
  };
}

function run(expected: object) {
  return {
    read: (id: string) => (client: Client) => client.runs.get(id),
    expected: { ...expected, isPlanOnly: false },
  };
}

function stage(expected: object) {
  return { read: (id: string) => (client: Client) => client.taskStages.get(id), expected };
}

function workspace(expected: object) {
  return { read: (id: string) => (client: Client) => client.workspaces.get(id), expected };
}

test.each(Object.entries(READ))("the client reads %s", async (name, { read, expected }) => {
  const it = recording(name);
  const data = resourceOf(it);
  expect(await reading(it, read(data.id), { data })).toMatchObject({
    ...expected,
    attributes: data.attributes,
    relationships: data.relationships,
  });
});

test("the client reads policy-set-2023 in a list", async () => {
  const it = recording("policy-set-2023");
  const list = (client: Client) => collect(client.policySets.list("acme-11"));
  // The recording is one item of a list.
  const pagination = { "current-page": 1, "next-page": null, "total-pages": 1, "total-count": 1 };
  expect(await reading(it, list, { data: resourcesOf(it), meta: { pagination } })).toEqual([
    expect.objectContaining({
      name: "set-1",
      kind: "sentinel",
      description: null,
      isGlobal: false,
      isScopedByTags: false,
      projectIds: [],
      workspaceIds: ["ws-LYAV8zzVTksdXWZt"],
      excludedProjectIds: [],
      excludedWorkspaceIds: [],
    }),
  ]);
});

/** Recordings of a time before there were projects. */
const WITHOUT_PROJECTS: Readonly<Record<string, Read>> = {
  "organizations-list-2021": (client) => client.organizations.get("acme-3"),
  "workspace-by-name-2021": (client) => client.workspaces.getByName("acme-6", "workspace-6"),
  "workspaces-list-2021": (client) => collect(client.workspaces.list("acme-1")),
  "workspaces-list-2021-b": (client) => client.workspaces.listPage("acme-1", { size: 100 }),
  "workspaces-list-page-1-of-156": (client) => client.workspaces.listPage("acme-5", { number: 1, size: 1 }),
};

test.each(Object.entries(WITHOUT_PROJECTS))(
  "without projects, the client says which release has them: %s",
  async (name, read) => {
    const it = recording(name);
    const body = name === "organizations-list-2021" ? { data: resourceOf(it) } : it.response.body;
    const failure = await failureOf(reading(it, read, body));
    expect([failure.code, failure.message]).toEqual([
      "unexpected-response",
      expect.stringContaining("Projects require Terraform Enterprise v202302-1 or later: upgrade it."),
    ]);
  },
);

const create: Read = (client) => client.projects.create("acme-1", { name: "Platform" });

/** What the client makes of recorded errors. */
const ERRORS: Readonly<Record<string, { readonly send: Read; readonly code: ErrorCode; readonly says: string }>> = {
  "error-401": {
    send: (client) => client.account.get(),
    code: "unauthorized",
    says: "rejected the token from argument token (401 unauthorized)",
  },
  "error-404": {
    send: (client) => client.projects.get("prj-7MN8hfr7zfdL1ZRQ"),
    code: "not-found",
    says: "(404 not found)",
  },
  "error-409-transition": {
    send: (client) => client.taskStages.override("ts-nBmnMDZBDF2oi7Lz"),
    code: "conflict",
    says: "(409 transition not allowed)",
  },
  "error-415": {
    send: (client) => client.projects.delete("prj-7MN8hfr7zfdL1ZRQ"),
    code: "bad-request",
    says: "(415 invalid content type: content-type must be application/vnd.api+json)",
  },
  "error-422-execution-mode": {
    send: create,
    code: "unprocessable-entity",
    says: "(422 invalid attribute: Default execution mode must be 'default', 'remote', 'local', or 'agent')",
  },
  "error-422-name-taken": {
    send: create,
    code: "unprocessable-entity",
    says: "(422 invalid attribute: Name has already been taken (/data/attributes/name))",
  },
  "error-422-page-size": {
    send: (client) => client.workspaces.listPage("acme-1", { size: 100 }),
    code: "unprocessable-entity",
    says: "(422 invalid attribute: page[size] must be between 1 and 100)",
  },
  "error-422-project-not-found": {
    send: create,
    code: "unprocessable-entity",
    says: "(422 unprocessable entity: Project not found, or you are not authorized to use it.)",
  },
};

test.each(Object.entries(ERRORS))("the client reports %s", async (name, { send, code, says }) => {
  const it = recording(name);
  const failure = await failureOf(reading(it, send));
  expect([failure.status, failure.code]).toEqual([it.response.status, code]);
  expect(failure.message).toContain(says);
  expect(failure.outcomeUnknown).toBe(false);
  expect(service.requests).toHaveLength(1);
});

test("the client recognizes a name that is taken, and no other invalid request", async () => {
  expect(await failureOf(reading(recording("error-422-name-taken"), create))).toMatchObject({ isNameTaken: true });
  const other = await failureOf(reading(recording("error-422-project-not-found"), create));
  expect(other).toMatchObject({ isNameTaken: false });
});

/** The error of the client; fails if there is none. */
async function failureOf(read: Promise<unknown>): Promise<ResponseError> {
  const failure: unknown = await read.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof ResponseError) return failure;
  throw new Error(`Expected an error of the service, got ${String(failure)}`);
}

/** Recordings of what the client does not read. */
const NOT_READ = [
  ...["discovery-2026", "entitlement-set-1", "entitlement-set-2"],
  ...["organization-memberships-include-user", "workspace-resources-empty"],
];

test("every recording is tried", () => {
  const tried = [READ, WITHOUT_PROJECTS, ERRORS].flatMap(Object.keys);
  const names = RECORDINGS.map(({ name }) => name);
  expect([...tried, "policy-set-2023", ...NOT_READ].sort()).toEqual(names.sort());
});
