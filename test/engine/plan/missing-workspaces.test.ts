import { messageOf } from "../../../src/model";
import { detectDrift, makePlan } from "../../../src/engine/plan/plan";
import type { Comparison } from "../../../src/engine/plan/comparison";
import { render } from "../../../src/engine/report/render";
import type { DesiredOrganization } from "../../../src/engine/organization";
import {
  code,
  membershipOf,
  movesOf,
  organization,
  membershipInState,
  renamed,
  withPlacement,
  withProjects,
} from "./organization-with-rules";
import { besidesIdentity } from "../besides-identity";

const errorsOf = ({ errors }: Comparison): string[] => errors.map((it) => `${it.code}: ${messageOf(it)}`);
const warningsOf = ({ warnings }: Comparison): string[] =>
  besidesIdentity(warnings).map((it) => `${it.code}: ${messageOf(it)}`);

const NOT_FOUND =
  'The organization "acme" has no workspace gone, or the token is not authorized to read it. ' +
  "Remove deleted workspaces from the code, and correct the names of renamed ones.";

describe("a workspace that does not exist", () => {
  const actual = organization({ Default: ["api"], Net: [] });
  const desired = (its: object): DesiredOrganization => code({ Net: { workspaceNames: ["api", "gone"], ...its } });

  test("blocks the plan, with the rest of it, or is a warning if the code says so", () => {
    const blocked = makePlan(desired({}), actual);
    expect([errorsOf(blocked), warningsOf(blocked)]).toEqual([[`UNKNOWN_WORKSPACE: ${NOT_FOUND}`], []]);
    expect(movesOf(blocked)).toEqual(["api: Default → Net (member)"]);
    const planned = makePlan(desired({ missingWorkspaces: "warn" }), actual);
    expect([errorsOf(planned), warningsOf(planned)]).toEqual([
      [],
      [`missing-workspaces: ${membershipOf("Net")}: ${NOT_FOUND}`],
    ]);
    expect(movesOf(planned)).toEqual(["api: Default → Net (member)"]);
  });

  test("is drift, and no error in the code; a warning if the code tolerates it", () => {
    const placed = organization({ Default: [], Net: ["api"] });
    const drift = detectDrift(desired({}), placed);
    expect(drift).toMatchObject({ hasDrift: true, isComplete: true, errors: [], actions: [] });
    for (const format of ["text", "markdown", "html"] as const) {
      const shown = render(drift, format, { width: 500 });
      expect(shown).toContain("Workspaces not found");
      expect(shown).toContain("1 workspace not found");
      expect(shown).not.toContain("error in the code");
    }
    const json = { missing_workspaces: [{ address: membershipOf("Net"), missing: ["gone"], renamed: [] }], errors: [] };
    expect(JSON.parse(render(drift, "json"))).toMatchObject({ organizations: [json] });
    const tolerated = detectDrift(desired({ missingWorkspaces: "warn" }), placed);
    expect(tolerated).toMatchObject({ hasDrift: false, missingWorkspaces: [] });
    expect(render(tolerated, "text", { width: 500 })).toContain(NOT_FOUND);
  });

  test("counts once, also if several memberships name it", () => {
    const memberships = code({ Net: { workspaceNames: ["gone"] }, Old: { workspaceNames: ["Gone"] } });
    const drift = detectDrift(memberships, organization({ Default: [], Net: [], Old: [] }));
    expect(render(drift, "text", { width: 500 })).toContain("1 workspace not found");
  });

  test("is an error also if the code tolerates it, while the token may just not see it", () => {
    const hidden = { ...actual, projects: actual.projects.map((it) => ({ ...it, workspaceCount: 3 })) };
    const blind = { ...actual, projects: actual.projects.slice(1) };
    for (const it of [hidden, blind]) {
      const plan = makePlan(desired({ missingWorkspaces: "warn", workspaceNames: ["gone"] }), it);
      expect(plan.errors).toMatchObject([{ code: "NOT_FOUND_OR_UNAUTHORIZED" }]);
      expect(detectDrift(plan.desired, it)).toMatchObject({ isComplete: false, missingWorkspaces: [] });
    }
  });

  test("has a suggestion only from workspaces that no membership has", () => {
    const named = organization({ Default: ["api-1", "api-2", "web-one"] });
    const suggestions = (others: Parameters<typeof code>[0]): unknown =>
      makePlan(code({ ...others, Net: { workspaceNames: ["api-3"] } }), named).errors;
    expect(suggestions({})).toMatchObject([{ data: { suggestions: { "api-3": "api-1" } } }]);
    expect(suggestions({ Web: { workspaceNames: ["api-1"] } })).toMatchObject([
      { data: { suggestions: { "api-3": "api-2" } } },
    ]);
  });

  test("costs little: of 500 memberships of 10 missing names, similar ones are searched for the first only", () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `service-${index}-production`);
    const memberships = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [
        `Team ${index}`,
        { workspaceNames: names.slice(index * 10, index * 10 + 10).map((name) => name.replace("duction", "ducted")) },
      ]),
    );
    const { errors } = makePlan(code(memberships), organization({ Default: names }));
    expect(errors).toHaveLength(500);
    expect(errors.filter(({ detail }) => detail.includes("did you mean"))).toHaveLength(1);
  });
});

test("of workspaces that were renamed, not found and evicted, drift says which is which", () => {
  const listed = { workspaceIds: ["ws-web"], workspaceNames: ["web"] };
  const actual = renamed(organization({ Default: [], Net: ["web", "stray"] }), "web", "web-2");
  const shown = (names: readonly string[], format: "text" | "html" = "text"): string => {
    const net = { Net: { workspaceNames: ["web", ...names], exclusive: true } };
    const drift = detectDrift(code(net, { memberships: [membershipInState("Net", listed)] }), actual);
    return render(drift, format, { width: 500 });
  };
  expect(shown([])).toContain("\nWorkspaces renamed:\n");
  expect(shown(["gone"])).toContain("\nWorkspaces not found or renamed:\n");
  expect(shown(["gone"])).toContain("and 1 of 2 workspaces (50%) are managed; 1 of the others is misplaced; ");
  const page = shown(["gone"], "html");
  expect(page.replace(/\s+/g, " ")).toContain('<li class="update some"><b>1</b> workspace not found</li>');
  expect(page.replace(/\s+/g, " ")).toContain('<li class="update some"><b>1</b> workspace renamed</li>');
  const changed = { Net: { workspaceNames: ["gone"], exclusive: true } };
  const described = withProjects(code(changed), { Net: { description: "new" } });
  const differing = render(detectDrift(described, actual), "html");
  expect(differing.indexOf("Workspaces not found")).toBeLessThan(
    differing.indexOf("an apply would make these changes"),
  );
  expect(differing).toContain("an apply would make these changes");
});

describe("a workspace that was renamed", () => {
  const actual = renamed(organization({ Default: [], Net: ["Web_76", "api"] }), "Web_76", "Web_76-renamed");
  const finding =
    "Web_76 is now Web_76-renamed (ws-Web_76). Use the new name in the code, or rename the workspace back.";
  const lists = { workspaceIds: ["ws-Web_76", "ws-api"], workspaceNames: ["Web_76", "api"] };
  const net = { workspaceNames: ["Web_76", "api"], exclusive: true };
  const known: Readonly<Record<string, DesiredOrganization>> = {
    "the lists of the state": code({ Net: net }, { memberships: [membershipInState("Net", lists)] }),
    "a refreshed state": code(
      { Net: net },
      { memberships: [membershipInState("Net", { ...lists, workspaceNames: ["Web_76-renamed", "api"] })] },
    ),
    "an id in the code": code({ Net: { ...net, workspaceIds: ["ws-Web_76"] } }),
  };

  test.each(Object.entries(known))("is one finding with %s: no move, no unmanaged workspace", (_, desired) => {
    const plan = makePlan(desired, actual);
    expect(errorsOf(plan)).toEqual([`UNKNOWN_WORKSPACE: ${finding}`]);
    expect(plan).toMatchObject({ actions: [], coverage: { unmanagedWorkspaces: [] } });
    const tolerant = { ...desired.memberships[0]!, missingWorkspaces: "warn" as const };
    const tolerated = makePlan({ ...desired, memberships: [tolerant] }, actual);
    expect([errorsOf(tolerated), tolerated.actions]).toEqual([[], []]);
    expect(warningsOf(tolerated)).toEqual([`renamed-workspaces: ${membershipOf("Net")}: ${finding}`]);
    const drift = detectDrift(desired, actual);
    expect(drift).toMatchObject({ hasDrift: true, errors: [], actions: [], coverage: { unmanagedWorkspaces: [] } });
    expect(render(drift, "text", { width: 500 })).toContain(finding);
    expect(render(drift, "text", { width: 500 })).toContain("1 workspace renamed");
    expect(JSON.parse(render(drift, "json"))).toMatchObject({
      organizations: [
        {
          missing_workspaces: [
            { renamed: [{ name: "Web_76", workspace: { id: "ws-Web_76", name: "Web_76-renamed" } }] },
          ],
        },
      ],
    });
  });

  test("is not guessed where the state shows that the workspace had its name before", () => {
    const its = { workspaceIds: ["ws-web-1", "ws-web-2"], workspaceNames: ["web-1", "web-2"] };
    const desired = code({ Net: { workspaceNames: ["web-1"] } }, { memberships: [membershipInState("Net", its)] });
    const plan = makePlan(desired, organization({ Default: [], Net: ["web-2"] }));
    expect(plan.errors).toMatchObject([
      { code: "UNKNOWN_WORKSPACE", summary: "Workspace not found", data: { workspaces: ["web-1"] } },
    ]);
    expect(movesOf(plan)).toEqual(["web-2: Net → Default (released)"]);
  });

  test("is not guessed without its ID, and is a suggestion at most", () => {
    const plan = makePlan(code({ Net: { workspaceNames: ["Web_76"] } }), actual);
    expect(plan.errors).toMatchObject([
      { code: "UNKNOWN_WORKSPACE", summary: "Workspace not found", data: { workspaces: ["Web_76"] } },
    ]);
  });

  test("does not make its former name mean it: another workspace that has the name is the one of the code", () => {
    const both = {
      ...actual,
      workspaces: [...actual.workspaces, { ...actual.workspaces[0]!, id: "ws-new", name: "Web_76" }],
    };
    const desired = code(
      { Net: { workspaceNames: ["Web_76", "api"] } },
      { memberships: [membershipInState("Net", lists)] },
    );
    const plan = makePlan(desired, both);
    expect([plan.errors, movesOf(plan)]).toEqual([[], ["Web_76-renamed: Net → Default (released)"]]);
  });

  test("stays with its membership, exclusive or not, whatever rule matches its new name", () => {
    for (const exclusive of [true, false]) {
      const desired = withPlacement(
        code(
          { Net: { workspaceNames: ["Web_76", "api"], exclusive, missingWorkspaces: "warn" }, Rest: {} },
          { memberships: [membershipInState("Net", lists)] },
        ),
        [{ to: "Rest", matchNames: ["*-renamed"], takeFrom: "any" }],
      );
      const plan = makePlan(desired, actual);
      expect([errorsOf(plan), movesOf(plan)]).toEqual([[], []]);
      expect(warningsOf(plan)).toEqual([`renamed-workspaces: ${membershipOf("Net")}: ${finding}`]);
    }
  });
});
