import * as api from "../../src/api";
import { ScriptedService, TOKEN } from "./scripted-service";

/** The package a second time, as where an app and a library that it uses depend on different copies. */
function anotherCopy(): typeof api {
  let copy: typeof api | undefined;
  jest.isolateModules(() => {
    copy = jest.requireActual<typeof api>("../../src/api");
  });
  return copy!;
}
const other = anotherCopy();
const request = { method: "GET", path: "/api/v2/projects/prj-1", outcomeUnknown: false, attempts: 1 } as const;
const notFound = { status: 404, problems: [], requestId: undefined };

test("an error of another copy of the package is an instance of the same classes here, and of no others", async () => {
  expect(other.NotFoundError).not.toBe(api.NotFoundError);
  const service = await ScriptedService.start();
  service.script({ status: 404 });
  const client = new other.Client({ address: service.address, token: TOKEN, env: {} });
  const error: unknown = await client.projects.get("prj-1").catch((error: unknown) => error);
  const known = Object.entries(api).flatMap(([name, offered]) =>
    name.endsWith("Error") && typeof offered === "function" && error instanceof offered ? [name] : [],
  );
  expect(known.sort()).toEqual(["ApiError", "NotFoundError", "RequestError", "ResponseError"]);
  client.close();
  await service.stop();
});

test("the kind of every class is its name", () => {
  const classes = Object.entries(api).filter(([name]) => name.endsWith("Error")) as [string, typeof api.ApiError][];
  expect(classes.length).toBeGreaterThan(15);
  for (const [name, errorClass] of classes) {
    expect(Object.hasOwn(errorClass, "kind")).toBe(true);
    expect(errorClass.kind).toBe(name);
  }
});

test("a class derived from these matches only its own errors", () => {
  class Special extends api.NotFoundError {}
  expect(new Special(request, notFound)).toBeInstanceOf(Special);
  expect(new Special(request, notFound)).toBeInstanceOf(other.NotFoundError);
  expect(new api.NotFoundError(request, notFound)).not.toBeInstanceOf(Special);
  expect(new other.NotFoundError(request, notFound)).not.toBeInstanceOf(Special);
});

test.each([undefined, null, 7, "text", {}, new Error("x"), { code: "not-found", name: "NotFoundError" }])(
  "%p is not an instance of any",
  (value) => {
    expect(value instanceof api.ApiError).toBe(false);
    expect(value instanceof api.NotFoundError).toBe(false);
  },
);
