import {
  formatObjectsImportId,
  invalidIdentityId,
  otherHost,
  parseObjectsImportId,
  parseImportId,
} from "../../src/model";
import { anyCharacter, fc } from "../support/property";

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
  ['prj-Ab1:"a, b", ops', { project: "prj-Ab1", objects: ["a, b", "ops"] }],
  ['prj-Ab1: " a ""b"": " ,"c"', { project: "prj-Ab1", objects: [' a "b": ', "c"] }],
  ['prj-Ab1:24" rack,a "b"', { project: "prj-Ab1", objects: ['24" rack', 'a "b"'] }],
  ['prj-Ab1:"""",x', { project: "prj-Ab1", objects: ['"', "x"] }],
  ["prj-Ab1:", undefined],
  ["prj-Ab1: ", undefined],
  ["prj-Ab1:a,", undefined],
  ["prj-Ab1:,a", undefined],
  ["prj-Ab1:a, ,b", undefined],
  ['prj-Ab1:""', undefined],
  ['prj-Ab1:"a', undefined],
  ['prj-Ab1:"a"b', undefined],
])("the import ID %j of assignments names %j", (text, expected) => {
  expect(parseObjectsImportId(text)).toEqual(expected);
});

test.each([
  ["names and IDs", ["billing", "team-1", "gcp:prod", 'a "b"'], 'prj-Ab1:billing,team-1,gcp:prod,a "b"'],
  ["quoted names", ["a, b", " ops", '"x"'], 'prj-Ab1:"a, b"," ops","""x"""'],
])("an import ID of assignments lists %s", (_, objects, expected) => {
  expect(formatObjectsImportId({ project: "prj-Ab1", objects })).toBe(expected);
});

test("an import ID of assignments is read as it was written, whatever the names are", () => {
  const character = fc.oneof(fc.constantFrom('"', ",", " ", ":", "\n", "\u00a0"), anyCharacter);
  const names = fc.array(fc.string({ unit: character, minLength: 1 }), { minLength: 1 });
  fc.assert(
    fc.property(
      fc.constantFrom("prj-Ab1", "acme/Data Science"),
      fc.option(names, { nil: undefined }),
      (project, objects) => {
        const importId = { project, objects };
        expect(parseObjectsImportId(formatObjectsImportId(importId))).toEqual(importId);
      },
    ),
  );
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
