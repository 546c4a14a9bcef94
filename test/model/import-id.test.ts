import { invalidIdentityId, otherHost, parseAssignmentsImportId, parseImportId } from "../../src/model";

test.each([
  ["prj-Ab1", { id: "prj-Ab1" }],
  ["acme/Platform", { organization: "acme", name: "Platform" }],
  ["acme/Data Science", { organization: "acme", name: "Data Science" }],
  ["acme/prj-Ab1", { organization: "acme", name: "prj-Ab1" }],
  ["prj-1/x", { organization: "prj-1", name: "x" }],
  ["a/b/c", { organization: "a", name: "b/c" }],
  ["", undefined],
  ["/", undefined],
  ["Platform", undefined],
  ["ws-Ab1", undefined],
  ["/Platform", undefined],
  ["acme/", undefined],
])("the import ID %j names %j", (text, expected) => {
  expect(parseImportId(text)).toEqual(expected);
});

test.each([
  ["prj-Ab1", { project: "prj-Ab1", objects: undefined }],
  ["acme/Web:a, b", { project: "acme/Web", objects: ["a", "b"] }],
  ["prj-Ab1:a:b", { project: "prj-Ab1", objects: ["a:b"] }],
  ["prj-Ab1:", undefined],
  ["prj-Ab1:a,", undefined],
])("the import ID %j of assignments names %j", (text, expected) => {
  expect(parseAssignmentsImportId(text)).toEqual(expected);
});

test("an identity has the ID of a project, not a name", () => {
  expect(invalidIdentityId("prj-Ab1")).toBeUndefined();
  expect(invalidIdentityId("acme/Platform")).toBe(
    '"acme/Platform" is not a valid project ID (expected prefix `prj-`). To import a project by its name, use `id` ' +
      "in the `import` block instead of `identity`, with organization/name.",
  );
});

test("an identity at another host is told from the one that is configured", () => {
  expect(otherHost("tfe.example.com", "app.terraform.io")).toBe(
    "The identity is of a project at tfe.example.com, but the provider is configured for app.terraform.io. Leave " +
      "`hostname` out of the identity, or use a provider configuration for the same host (`provider` in the `import` " +
      "block or in the resource).",
  );
});
