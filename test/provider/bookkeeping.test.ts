import { ExistingProjects } from "../../src/provider/existing-projects";
import { idsIn, memberOf } from "../../src/provider/private-state";
import { ProjectsInState } from "../../src/provider/projects-in-state";
import { organizationOf, plannedOrganization, ProviderData } from "../../src/provider/provider-data";
import { SoughtSuggestions } from "../../src/provider/sought-suggestions";
import { NoOrganizationError } from "../../src/provider/missing-organization";
import { UNKNOWN } from "../../src/plugin";
import { ProjectNameTakenError } from "../../src/reconcile";
import { error, errorsOf, NO_SERVICE, projectOf, projectState, refusalOf } from "./context";

/* What the resources of one walk of Terraform know of each other. */

describe("a project in the state", () => {
  const [before, after] = ["Before", "After"].map((name) => projectState("prj-1", name)) as [
    ReturnType<typeof projectState>,
    ReturnType<typeof projectState>,
  ];

  test("is unplanned from when it is loaded until it is planned", () => {
    const states = new ProjectsInState();
    expect([states.has("prj-1"), states.unplanned("prj-1")]).toEqual([false, undefined]);
    states.load(before);
    expect([states.has("prj-1"), states.unplanned("prj-1")]).toEqual([true, before]);
    states.read(after);
    expect(states.unplanned("prj-1")).toEqual(after);
    states.plan("prj-1");
    expect([states.has("prj-1"), states.unplanned("prj-1")]).toEqual([true, undefined]);
  });

  test("is found by the name that the state has", () => {
    const states = new ProjectsInState();
    states.load(before);
    expect([states.named("ACME", "BEFORE"), states.named("other", "Before"), states.named("acme", "After")]).toEqual([
      "prj-1",
      undefined,
      undefined,
    ]);
  });

  test("is shared if two resources are refreshed that manage it", () => {
    const states = new ProjectsInState();
    states.load(before);
    states.read(before);
    states.read(projectState("prj-2", "Other"));
    expect(["prj-1", "prj-2"].map((id) => states.isShared(id))).toEqual([false, false]);
    states.read(after);
    expect(["prj-1", "prj-2"].map((id) => states.isShared(id))).toEqual([true, false]);
  });
});

describe("private state", () => {
  test("has members if it is an object", () => {
    expect([{ it: 1 }, {}, null, undefined, "it"].map((privateState) => memberOf(privateState, "it"))).toEqual([
      1,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("has IDs if those are texts", () => {
    expect([["ws-1", 7, "ws-2"], { 0: "ws-1" }, undefined].map((it) => [...idsIn(it)])).toEqual([
      ["ws-1", "ws-2"],
      [],
      [],
    ]);
  });
});

test("similar names are sought for ten missing names, and for all of those that begin before", () => {
  const sought = new SoughtSuggestions();
  const names = (length: number): readonly string[] => Array.from({ length }, () => "it");
  expect([names(9), names(3), names(1)].map((it) => sought.add(it))).toEqual([true, true, false]);
  const exact = new SoughtSuggestions();
  expect([names(10), names(1)].map((it) => exact.add(it))).toEqual([true, false]);
});

test("projects that exist are explained once, and other errors are as they are", () => {
  const existing = new ExistingProjects();
  const other = new Error("other");
  expect(existing.report(other)).toBe(other);
  const [one, two] = [
    new ProjectNameTakenError("One", projectOf("prj-1", "One")),
    new ProjectNameTakenError("Two", projectOf("prj-2", "Two")),
  ];
  const [detailed, short] = [existing.report(one), existing.report(two)];
  expect([detailed, short]).toMatchObject([
    {
      cause: one,
      diagnostics: [
        error(
          'Project "One" (prj-1) already exists',
          expect.stringMatching(
            /^The name "One" is already taken .*\n\nIf another resource.*different name\. To import all existing projects, run `npx tfprojects plan --write-imports FILE` with the code, a CDK app or Terraform JSON: it writes an `import` block for each\.\n\nThe configuration is planned/,
          ) as string,
          "name",
        ),
      ],
    },
    { cause: two, diagnostics: [error('Project "Two" (prj-2) already exists: see the error of "One"', "", "name")] },
  ]);
});

describe("the organization of a resource", () => {
  test("is that of the code, the default, or as the state spells it", () => {
    const provider = new ProviderData(NO_SERVICE.client, "acme");
    expect([null, "other"].map((own) => provider.organizationName(own))).toEqual(["acme", "other"]);
    const prior = { organization: "ACME" };
    expect([null, "Acme", "other"].map((own) => organizationOf(own, prior, provider))).toEqual([
      "ACME",
      "ACME",
      "other",
    ]);
    expect(organizationOf("Acme", null, provider)).toBe("Acme");
    expect(plannedOrganization(UNKNOWN, prior, provider)).toBe(UNKNOWN);
    expect(plannedOrganization(null, prior, provider)).toBe("ACME");
  });

  test("has one view, whatever its case", () => {
    const provider = new ProviderData(NO_SERVICE.client, "acme");
    const view = provider.organization("acme");
    expect(provider.organization("ACME")).toBe(view);
    expect(provider.organization("other")).not.toBe(view);
    expect([view.name, provider.organization("other").name]).toEqual(["acme", "other"]);
  });

  test("is an error if there is none", async () => {
    const ask = () => new ProviderData(NO_SERVICE.client, undefined).organizationName(null);
    expect(await errorsOf(ask)).toEqual([
      error(
        "No organization configured",
        "Set `organization` on the provider or on each resource, or set the TFE_ORGANIZATION environment variable.",
        "organization",
      ),
    ]);
    expect(await refusalOf(ask)).toMatchObject({ cause: expect.any(NoOrganizationError) as unknown });
  });
});
