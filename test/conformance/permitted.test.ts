import { isPermitted } from "../../src/conformance/permitted";
import { markerOf } from "../../src/conformance/marker";
import type { ServiceRequest } from "../../src/conformance/request";

const [OWN, OTHER, INVENTED] = ["prj-own", "prj-other", "prj-invented"];
const [WORKSPACE, OTHER_WORKSPACE] = ["ws-own", "ws-other"];
const permitted = {
  isOwn: (id: string) => id === OWN || id === WORKSPACE,
  isInvented: (id: string) => id === INVENTED,
};
const MARKER = markerOf({ id: "0123abcd", startedAt: new Date() });

const isSent = (method: ServiceRequest["method"], path: string, body?: unknown, others = {}): boolean =>
  isPermitted({ method, path, body, ...others }, permitted);
const resource = (attributes: object, relationships: object = {}): object => ({
  data: { type: "any", attributes, relationships },
});
const inProject = (id: string): object => ({ project: { data: { id, type: "projects" } } });
const workspaces = (...ids: readonly string[]): object => ({ data: ids.map((id) => ({ id, type: "workspaces" })) });

test("reads are sent", () => {
  expect(isSent("GET", `/projects/${OTHER}`)).toBe(true);
});

describe("projects and workspaces", () => {
  const creates = { creates: { kind: "project", name: "x" } };
  const PROJECTS = "/organizations/acme/projects";
  const WORKSPACES = "/organizations/acme/workspaces";

  test("are created with the marker, and as something that the journal records", () => {
    expect(isSent("POST", PROJECTS, resource({ description: MARKER }), creates)).toBe(true);
    expect(isSent("POST", PROJECTS, resource({ description: "Mine" }), creates)).toBe(false);
    expect(isSent("POST", PROJECTS, resource({ description: MARKER }))).toBe(false);
  });

  test("a workspace is created in an own project only, never in the default project", () => {
    const attributes = { description: MARKER };
    expect(isSent("POST", WORKSPACES, resource(attributes, inProject(OWN)), creates)).toBe(true);
    expect(isSent("POST", WORKSPACES, resource(attributes, inProject(OTHER)), creates)).toBe(false);
    expect(isSent("POST", WORKSPACES, resource(attributes), creates)).toBe(false);
  });

  test("only own ones are changed and deleted; workspaces only by safe-delete", () => {
    const requests = (project: string, workspace: string) => [
      isSent("PATCH", `/projects/${project}`, resource({ name: "x" })),
      isSent("PATCH", `/workspaces/${workspace}`, resource({ name: "x" })),
      isSent("DELETE", `/projects/${project}`),
      isSent("POST", `/workspaces/${workspace}/actions/safe-delete`),
      isSent("PATCH", `/projects/${project}/tag-bindings`, { data: [] }),
    ];
    expect(requests(OWN, WORKSPACE)).toEqual(Array(5).fill(true));
    expect(requests(OTHER, OTHER_WORKSPACE)).toEqual(Array(5).fill(false));
    expect(isSent("DELETE", `/workspaces/${WORKSPACE}`)).toBe(false);
    expect(isSent("DELETE", `/projects/${INVENTED}`)).toBe(true);
  });

  test.each([
    ["30d", true],
    ["720h", true],
    ["0d", true],
    ["20m", true],
    [null, true],
    ["29d", false],
    ["719h", false],
    ["1h", false],
  ])("the duration %j is sent: %s, since a short one that is valid could destroy something", (duration, expected) => {
    const body = resource({ "auto-destroy-activity-duration": duration });
    expect(isSent("PATCH", `/projects/${OWN}`, body)).toBe(expected);
  });

  test("string tags are not sent", () => {
    expect(isSent("PATCH", `/workspaces/${WORKSPACE}`, resource({}, { tags: { data: [] } }))).toBe(false);
    expect(isSent("PATCH", `/projects/${OWN}`, resource({}, { "tag-bindings": { data: [] } }))).toBe(true);
  });
});

describe("agent pools and variable sets", () => {
  const SETS = "/organizations/acme/varsets";
  const POOLS = "/organizations/acme/agent-pools";
  const allowing = (id: string): object => ({ "allowed-projects": { data: [{ id, type: "projects" }] } });
  const owned = (id: string): object => ({ parent: { data: { id, type: "projects" } } });
  const creates = { creates: { kind: "agent pool", name: "x" } };

  test("are created for own objects only, and as something that the journal records", () => {
    const pool = { "organization-scoped": false };
    const set = { global: false, description: MARKER };
    expect(isSent("POST", POOLS, resource(pool, allowing(OWN)), creates)).toBe(true);
    expect(isSent("POST", SETS, resource(set, owned(OWN)), creates)).toBe(true);
    const refused = [
      isSent("POST", POOLS, resource(pool, allowing(OTHER)), creates),
      isSent("POST", POOLS, resource(pool), creates),
      isSent("POST", POOLS, resource({}, allowing(OWN)), creates),
      isSent("POST", POOLS, resource(pool, allowing(OWN))),
      isSent("POST", SETS, resource(set, owned(OTHER)), creates),
      isSent("POST", SETS, resource({ ...set, global: true }, owned(OWN)), creates),
      isSent("POST", SETS, resource({ global: false }, owned(OWN)), creates),
      isSent("POST", SETS, resource(set, { ...owned(OWN), workspaces: workspaces(OTHER_WORKSPACE) }), creates),
    ];
    expect(refused).toEqual(Array(8).fill(false));
  });

  test("are deleted if they are own ones, and never changed", () => {
    for (const path of ["agent-pools", "varsets"]) {
      expect(isSent("DELETE", `/${path}/${OWN}`)).toBe(true);
      expect(isSent("DELETE", `/${path}/${OTHER}`)).toBe(false);
      expect(isSent("PATCH", `/${path}/${OWN}`, resource({}))).toBe(false);
    }
  });

  test.each(["agent-pool-id", "default-agent-pool-id"])("only an own one is chosen as %s", (name) => {
    expect(isSent("PATCH", `/workspaces/${WORKSPACE}`, resource({ [name]: OWN }))).toBe(true);
    expect(isSent("PATCH", `/workspaces/${WORKSPACE}`, resource({ [name]: OTHER }))).toBe(false);
  });
});

test("only own workspaces are moved, and only into own projects", () => {
  const move = (project: string, ...ids: readonly string[]) =>
    isSent("POST", `/projects/${project}/relationships/workspaces`, workspaces(...ids));
  expect([move(OWN, WORKSPACE, WORKSPACE), move(OWN, WORKSPACE, INVENTED)]).toEqual([true, true]);
  expect([move(OWN, OTHER_WORKSPACE), move(OTHER, WORKSPACE), move(OWN, WORKSPACE, OTHER_WORKSPACE)]).toEqual(
    Array(3).fill(false),
  );
});

test.each<[ServiceRequest["method"], string]>([
  ["POST", "/task-stages/ts-1/actions/override"],
  ["POST", "/runs"],
  ["POST", "/runs/run-1/actions/cancel"],
  ["POST", "/organizations/acme/teams"],
  ["POST", "/organizations/acme/varsets"],
  ["POST", "/organizations/acme/tasks"],
  ["POST", `/workspaces/${WORKSPACE}/relationships/tags`],
  ["DELETE", "/organizations/acme"],
  ["PATCH", "/organizations/acme"],
  ["DELETE", `/projects/${OWN}/relationships/tag-bindings`],
])("%s %s is never sent", (method, path) => {
  expect(isSent(method, path, resource({ description: MARKER }))).toBe(false);
});
