import { Findings } from "../fidelity/service-finding";
import { compare } from "./comparison";
import type { Recording } from "./recording";

const WORKSPACE = {
  id: "ws-0123456789abcdef",
  type: "workspaces",
  attributes: { name: "api", locked: false, "created-at": "2025-09-03T04:45:34.533Z" },
  relationships: { project: { data: { id: "prj-0123456789abcdef", type: "projects" } } },
};

/** The differences between this response to a request and one of the emulator. */
function differences(body: object, emulated: object, changes: Partial<Recording> = {}, status = 200): string {
  const request = { method: "GET", path: "/api/v2/workspaces/ws-0123456789abcdef" };
  const response = { status: 200, body: body as Recording["response"]["body"] };
  const recording: Recording = {
    name: "sample",
    source: "a test",
    recorded: "2025",
    trust: "recorded",
    request,
    response,
    ...changes,
  };
  const findings = new Findings();
  compare(recording, { status, headers: new Headers({ etag: 'W/"1"' }), body: emulated }, findings);
  return findings.lines([]).join("; ");
}

const withAttributes = (attributes: object): object => ({
  data: { ...WORKSPACE, attributes: { ...WORKSPACE.attributes, ...attributes } },
});

test("other names, times and IDs are no difference", () => {
  const other = { ...WORKSPACE, id: "ws-fedcba9876543210" };
  expect(differences({ data: WORKSPACE }, { data: other })).toBe("");
});

test.each([
  ["a member that is missing", withAttributes({ source: "tfe-api" }), "workspaces/attributes/source: missing: a text"],
  [
    "a value of another type",
    withAttributes({ locked: "no" }),
    "workspaces/attributes/locked: value: boolean, not a text",
  ],
  ["null", withAttributes({ locked: null }), "workspaces/attributes/locked: value: boolean, not null"],
  [
    "a time in another format",
    withAttributes({ "created-at": "2025-09-03T04:45:34+00:00" }),
    "workspaces/attributes/created-at: value: a time in UTC with milliseconds, not a time with an offset",
  ],
  [
    "an ID of another kind",
    { data: { ...WORKSPACE, id: "run-0123456789abcdef" } },
    "workspaces/id: value: ws-…, not run-…",
  ],
])("%s is a difference", (_, recorded, found) => {
  expect(differences(recorded, { data: WORKSPACE })).toBe(`${found} (sample)`);
});

test("a member that only the emulator sends is one if the recording has all, and could have it", () => {
  const emulated = withAttributes({ "auto-apply": false });
  const found = "workspaces/attributes/auto-apply: unknown: boolean (sample)";
  expect(differences({ data: WORKSPACE }, emulated)).toBe(found);
  expect(differences({ data: WORKSPACE }, emulated, { trust: "rearranged" })).toBe("");
  // HashiCorp's OpenAPI description has this attribute, and not the other.
  expect(differences({ data: WORKSPACE }, emulated, { recorded: "2021" })).toBe("");
  expect(differences({ data: WORKSPACE }, withAttributes({ other: 1 }), { recorded: "2021" })).toContain("unknown");
});

test("statuses, pages and texts of errors are compared, and headers that were recorded", () => {
  expect(differences({ data: WORKSPACE }, {}, {}, 404)).toBe("GET /workspaces/ws-…: status: 404, not 200");
  const page = (total: number): object => ({ data: [WORKSPACE], meta: { pagination: { "total-pages": total } } });
  expect(differences(page(0), page(1))).toContain("list of workspaces/meta/pagination/total-pages: value: 1, not 0");
  const error = (title: string): object => ({ errors: [{ status: "200", title }] });
  expect(differences(error("not found"), error("missing"))).toContain(
    "document/errors/title: value: missing, not not found",
  );
  const response = { status: 200, headers: { etag: 'W/"2"', vary: "Origin" }, body: {} };
  expect(differences({}, {}, { response })).toBe("headers/vary: missing: Origin (sample)");
});
