import {
  adoptsRenamed,
  deletionConflict,
  isPassedOn,
  NAME_KEPT,
  nameCycle,
  nameHolder,
  passedOnBy,
  renameConflict,
  reserveName,
  warnOfOrder,
  warnOfTaker,
} from "../../src/provider/project-name";
import { Acme } from "../support/acme";
import { contextOf, error, errorsOf, projectOf, warning } from "./context";

const HINT =
  "\n\nThe configuration is planned before it is destroyed. If this error blocks a destroy, skip that plan with " +
  "`destroy -refresh=false`.";
const OF_THIS = "add the resource that renames it to `depends_on` (in a CDK app: dependsOn) of this one";
const OF_OTHER = "add this resource to the `depends_on` (in a CDK app: dependsOn) of the other one";
const PLATFORM = projectOf("prj-1", "Platform");
const RENAME = { projectId: "prj-1", from: "Platform", to: "Core" };

let acme: Acme;
beforeAll(async () => (acme = await Acme.start()));
afterAll(() => acme.stop());

describe("a name", () => {
  test("of two resources is refused, and that of one is not", async () => {
    const { provider } = contextOf(acme);
    const [one, other] = [{}, {}];
    const view = provider.organization("acme");
    reserveName(one, view, "Platform", undefined, provider);
    reserveName(one, view, "Platform", undefined, provider);
    expect(await errorsOf(() => reserveName(other, view, "PLATFORM", undefined, provider))).toEqual([
      error(
        "Duplicate project name",
        'Another resource in this plan also has the name "PLATFORM" in the organization "acme". Project names are ' +
          `unique in an organization, ignoring case. Choose a different name for one of them.${HINT}`,
        "name",
      ),
    ]);
  });

  test("is held by another project, with its rename if that is planned", async () => {
    const { provider } = contextOf(acme);
    const view = provider.organization("acme");
    const id = acme.addProject("Held");
    const holding = { project: expect.objectContaining({ id, name: "Held" }) as unknown, rename: undefined };
    expect(await nameHolder(view, "held", undefined, provider)).toEqual(holding);
    expect(await nameHolder(view, "Held", "prj-other", provider)).toEqual(holding);
    expect(await nameHolder(view, "Held", id, provider)).toBeUndefined();
    expect(await nameHolder(view, "Free", undefined, provider)).toBeUndefined();
    provider.plannedNames.rename("acme", { projectId: id, from: "Held", to: "Core" });
    expect(await nameHolder(view, "Held", undefined, provider)).toMatchObject({
      rename: { projectId: id, to: "Core" },
    });
  });

  test("is known as passed on by the private state of the first plan", () => {
    const holder = { project: PLATFORM, rename: RENAME };
    expect(passedOnBy(holder)).toEqual({ passedOnBy: "prj-1" });
    expect(isPassedOn(holder, passedOnBy(holder))).toBe(true);
    expect(isPassedOn(holder, { passedOnBy: "prj-2" })).toBe(false);
    expect(isPassedOn(holder, undefined)).toBe(false);
    expect(isPassedOn(undefined, {})).toBe(false);
  });
});

describe("the order of a rename and of what gets the name", () => {
  const summary = "The name belongs to a project that is renamed";

  test("is a warning of what gets it, if the rename is planned", () => {
    const context = contextOf(acme);
    warnOfOrder({ project: PLATFORM, rename: undefined }, context);
    warnOfOrder({ project: PLATFORM, rename: RENAME }, context);
    expect(context.diagnostics.entries).toEqual([
      warning(
        summary,
        'Project "Platform" (prj-1) has this name until it is renamed to "Core" in the same apply. Terraform may ' +
          "apply " +
          `this resource first; it then fails and needs another apply. To avoid that, ${OF_THIS}.`,
        "name",
      ),
    ]);
  });

  test("is a warning of the rename", () => {
    const context = contextOf(acme);
    warnOfTaker(PLATFORM, "Core", context);
    expect(context.diagnostics.entries).toEqual([
      warning(
        summary,
        'Project "Platform" (prj-1) is renamed to "Core", and another resource gets its name in the same apply. ' +
          "Terraform may apply that one first; it then fails and needs another apply. To avoid that, " +
          `${OF_OTHER}.`,
        "name",
      ),
    ]);
  });
});

test.each([
  [
    () => adoptsRenamed({ project: PLATFORM, rename: RENAME }),
    "Cannot plan the project",
    'Another resource in this plan renames project "Platform" (prj-1), and this resource has adopt_existing = ' +
      "true (in a CDK app: adoptExisting): it " +
      `would adopt that project if it were applied first. To create a new project, ${OF_THIS}, or remove ` +
      "adopt_existing.",
  ],
  [
    () => nameCycle("platform", { project: PLATFORM, rename: RENAME }),
    "Cannot rename the project",
    'The name "platform" is already taken in the organization "acme" by project prj-1, spelled "Platform" (names are ' +
      "case-insensitive).\n\nThis plan passes names on in a cycle, so no project can be renamed first. Rename " +
      "one of " +
      "them to another name, apply, and rename it again.",
  ],
  [
    () => renameConflict(PLATFORM),
    "Project managed by two resources",
    'This resource renames project "Platform" (prj-1), which another resource in this plan adopts or replaces, ' +
      "because " +
      "Terraform planned that resource first. If that is a new project which gets the name of this one, " +
      `${OF_OTHER}. Otherwise remove one of the two.`,
  ],
  [
    () => deletionConflict(PLATFORM),
    "The name belongs to a project that is removed",
    'A resource of this plan removes project "Platform" (prj-1), and another one adopts it or gets its name, but ' +
      "Terraform may apply that one first. If only the address of the resource has changed, use a `moved` block " +
      "instead of adopt_existing or previous_names (in a CDK app: moveTo, adoptExisting, previousNames). " +
      "If it is a deposed object of the same address, which a failed replacement with create_before_destroy leaves, " +
      "run `state rm ADDRESS` and import the project again. Otherwise remove this project first, and apply.",
  ],
])("a refused plan says what to do: %s", (refusal, summary, detail) => {
  expect(refusal().diagnostics).toEqual([error(summary, detail + HINT, "name")]);
});

test("a refused rename says what to do", () => {
  expect(NAME_KEPT).toBe(
    `If another resource in your configuration renames that project in the same apply, ${OF_THIS}. If the two ` +
      `exchange ` +
      "their names, rename one to a third name first, and apply. Otherwise choose a different name.",
  );
});
