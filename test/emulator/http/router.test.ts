import { Router } from "../../../src/emulator/http/router";

const endpoint = (text: string): { method: string; path: string } => {
  const [method, path] = text.split(" ");
  return { method: method!, path: path! };
};

const router = new Router(
  [
    "GET /organizations",
    "POST /organizations",
    "GET /organizations/:organization",
    "GET /organizations/:organization/projects",
    "GET /organizations/:name/workspaces/:workspace",
    "PATCH /organizations/:organization/workspaces/:id",
    "GET /runs/queue",
    "GET /runs/:run",
    "DELETE /runs/:run",
    "POST /runs/queue/actions/start",
    "POST /runs/:run/actions/:action",
    "GET /constructor",
    "GET ",
  ].map(endpoint),
);

/** The entry as text, with its parameters, or what else was found. */
function find(method: string, path: string): unknown {
  const match = router.find(method, path);
  if (match.kind === "unknown-path") return match.kind;
  if (match.kind === "unknown-method") return match.methods;
  return [`${match.entry.method} ${match.entry.path}`, Object.fromEntries(match.parameters)];
}

test("finds an entry by method and path, with its own names of the parameters, in the order of the path", () => {
  expect(find("GET", "/organizations")).toEqual(["GET /organizations", {}]);
  expect(find("GET", "/organizations/acme")).toEqual(["GET /organizations/:organization", { organization: "acme" }]);
  expect(find("GET", "/organizations/acme/workspaces/api")).toEqual([
    "GET /organizations/:name/workspaces/:workspace",
    { name: "acme", workspace: "api" },
  ]);
  expect(find("PATCH", "/organizations/acme/workspaces/api")).toEqual([
    "PATCH /organizations/:organization/workspaces/:id",
    { organization: "acme", id: "api" },
  ]);
  const match = router.find("POST", "/runs/run-1/actions/apply");
  expect(match.kind === "found" && [...match.parameters]).toEqual([
    ["run", "run-1"],
    ["action", "apply"],
  ]);
});

test("an empty path is an entry like others", () => {
  expect(find("GET", "")).toEqual(["GET ", {}]);
  expect(find("GET", "/")).toBe("unknown-path");
});

describe("a literal segment takes precedence over a parameter", () => {
  test("of the same method", () => {
    expect(find("GET", "/runs/queue")).toEqual(["GET /runs/queue", {}]);
    expect(find("POST", "/runs/queue/actions/start")).toEqual(["POST /runs/queue/actions/start", {}]);
  });

  test("unless the literal has no entry for the rest of the path, or for the method", () => {
    expect(find("POST", "/runs/queue/actions/stop")).toEqual([
      "POST /runs/:run/actions/:action",
      { run: "queue", action: "stop" },
    ]);
    expect(find("DELETE", "/runs/queue")).toEqual(["DELETE /runs/:run", { run: "queue" }]);
  });

  test("in any order of the entries", () => {
    const other = new Router(["GET /runs/:run", "GET /runs/queue"].map(endpoint));
    const match = other.find("GET", "/runs/queue");
    expect(match.kind === "found" && match.entry.path).toBe("/runs/queue");
  });
});

describe("what it does not find", () => {
  test("is an unknown method of a path, with all methods of the path in the order of the entries", () => {
    expect(find("DELETE", "/organizations")).toEqual(["GET", "POST"]);
    expect(find("PUT", "/organizations/acme/workspaces/api")).toEqual(["GET", "PATCH"]);
    expect(find("PUT", "/runs/queue")).toEqual(["GET", "DELETE"]);
    expect(find("get", "/organizations")).toEqual(["GET", "POST"]);
  });

  test.each([
    "/",
    "/pets",
    "organizations",
    "/Organizations",
    "/organizations/",
    "//organizations",
    "/organizations/acme/",
    "/organizations//projects",
    "/organizations/acme/projects/",
    "/organizations/acme/projects/more",
    "/organizations/acme/workspaces",
    "/organizations/acme/workspaces/",
    "/organizations%2Facme",
  ])("is the unknown path %j", (path) => {
    expect(find("GET", path)).toBe("unknown-path");
  });

  test.each(["/toString", "/__proto__", "/hasOwnProperty/x", "/organizations/acme/constructor", "/prototype"])(
    "is the name of a member of every object: %s",
    (path) => {
      expect(find("GET", path)).toBe("unknown-path");
      expect(find("constructor", path)).toBe("unknown-path");
    },
  );
});

test("names of members of every object are segments, values and methods like others", () => {
  expect(find("GET", "/constructor")).toEqual(["GET /constructor", {}]);
  expect(find("GET", "/organizations/constructor")).toEqual([
    "GET /organizations/:organization",
    { organization: "constructor" },
  ]);
  const match = router.find("GET", "/organizations/__proto__/workspaces/toString");
  expect(match.kind === "found" && [...match.parameters.values()]).toEqual(["__proto__", "toString"]);
  expect(find("constructor", "/organizations")).toEqual(["GET", "POST"]);
});

test("HEAD is found as GET", () => {
  expect(find("HEAD", "/organizations")).toEqual(["GET /organizations", {}]);
  expect(find("HEAD", "/runs/run-1/actions/apply")).toEqual(["POST"]);
});

test.each([
  ["a%20b", "a b"],
  ["a+b", "a+b"],
  ["a%2Fb", "a/b"],
  ["caf%C3%A9", "café"],
  ["50%", "50%"],
  ["%zz", "%zz"],
  ["%C3", "%C3"],
  ["a%20b%zz%C3%A9%", "a b%zzé%"],
  ["%2541", "%41"],
  ["%3Aname", ":name"],
])("decodes the parameter %s once; a malformed escape stays as it is", (given, value) => {
  expect(find("GET", `/organizations/${given}`)).toEqual(["GET /organizations/:organization", { organization: value }]);
});

test("literal segments can be percent-encoded", () => {
  expect(find("GET", "/%6Frganizations")).toEqual(["GET /organizations", {}]);
});

test("rejects two entries that match the same requests", () => {
  const entries = ["GET /runs/:run", "DELETE /runs/:run", "GET /runs/:id"].map(endpoint);
  expect(() => new Router(entries)).toThrow("There are two entries for GET /runs/:id.");
});

test("takes time in proportion to the entries, and not to the ways to match a path or to its length", () => {
  const router = new Router(
    Array.from({ length: 2 ** 10 }, (_, ways) => ({
      method: "POST",
      path: Array.from({ length: 10 }, (__, at) => ((ways >> at) & 1 ? "/a" : "/:name")).join(""),
    })),
  );
  const lookUps = jest.spyOn(Map.prototype, "get");
  expect(router.find("GET", "/a".repeat(10))).toEqual({ kind: "unknown-method", methods: ["POST"] });
  expect(router.find("POST", "/a".repeat(100_000)).kind).toBe("unknown-path");
  expect(lookUps.mock.calls.length).toBeLessThan(4 * 2 ** 10);
});
