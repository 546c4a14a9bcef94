import { hasFormOfId, idPrefix, isId } from "../../src/model";

describe("isId", () => {
  test("accepts the kind's prefix followed by letters and digits", () => {
    expect(isId("project", "prj-AbC123")).toBe(true);
    expect(isId("taskStage", `${idPrefix("taskStage")}x`)).toBe(true);
  });

  test.each(["", "prj-", "prj-a/b", "ws-AbC123", "acme/Platform", "prj-a b", "PRJ-abc"])(
    "rejects %j as a project's",
    (text) => {
      expect(isId("project", text)).toBe(false);
    },
  );
});

test.each([
  ["prj-AbCdEf1234567890", true],
  ["prj-network", false],
  ["prj-network-of-berlin", false],
  ["ws-AbCdEf1234567890", false],
])("%j has the form of a project ID of the service: %p", (text, expected) => {
  expect(hasFormOfId("project", text)).toBe(expected);
});
