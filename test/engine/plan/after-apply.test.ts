import { messageOf } from "../../../src/model";
import { inTwoMemberships } from "../../../src/diagnostics";
import Ajv2020 from "ajv/dist/2020";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { DesiredOrganization, MembersAfterApply } from "../../../src/engine/organization";
import { detectDrift, makePlan } from "../../../src/engine/plan/plan";
import { render } from "../../../src/engine/report/render";
import { code, membershipOf, movesOf, organization, membershipInState } from "./organization-with-rules";
import { besidesIdentity } from "../besides-identity";

const schema = JSON.parse(readFileSync(resolve(__dirname, "../../../schema/plan.schema.json"), "utf8")) as object;
const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(schema);

const CREATED = [
  { address: "tfe_workspace.api", name: "api" },
  { address: "tfe_workspace.web", name: "web" },
  { address: "tfe_workspace.later" },
];
const [API, WEB, LATER] = CREATED.map(({ address }) => address) as [string, string, string];

/** Code of a Terraform plan, which knows these members of memberships only after apply. */
function planned(
  afterApply: Readonly<Record<string, Partial<MembersAfterApply>>>,
  memberships: Parameters<typeof code>[0],
  others: Partial<DesiredOrganization> = {},
): DesiredOrganization {
  const desired = code(memberships);
  return {
    ...desired,
    createdWorkspaces: CREATED,
    ...others,
    memberships: desired.memberships.map((it) => {
      const [name] = Object.keys(afterApply).filter((project) => membershipOf(project) === it.address);
      if (name === undefined) return it;
      const { created = [], dependsOn = [], ...members } = afterApply[name]!;
      return { ...it, afterApply: { count: created.length, created, dependsOn, ...members } };
    }),
  };
}

const TERRAFORM = { source: "plan.json", createdAt: undefined };

describe("members that Terraform's plan creates", () => {
  const actual = organization({ Default: ["db"], Net: ["stranger", "old"] });
  const desired = planned(
    { Net: { created: [API, LATER] } },
    { Net: { workspaceNames: ["db", "old"], exclusive: true } },
  );
  const plan = makePlan(desired, actual);

  test("are shown by name beside the changes of what exists, in every report", () => {
    expect(movesOf(plan)).toEqual(["stranger: Net → Default (evicted)", "db: Default → Net (member)"]);
    expect(plan.errors).toEqual([]);
    const text = 'Project "Net" gets api, tfe_workspace.later, created by this plan.';
    expect(render(plan, "text")).toContain(`  + ${membershipOf("Net")}\n    ${text}\n`);
    expect(render(plan, "text", { width: 200 })).toContain(
      "2 workspaces to move, 0 to delete; 2 created workspaces to place.",
    );
    expect(render(plan, "markdown")).toContain(`| \`${membershipOf("Net")}\` | Project "Net" gets api, tfe`);
    expect(render(plan, "html")).toContain("created by this plan");
    const json = JSON.parse(render(plan, "json")) as object;
    expect(validate(json)).toBe(true);
    expect(json).toMatchObject({
      organizations: [
        {
          summary: { move: 2 },
          known_after_apply: [
            {
              address: membershipOf("Net"),
              project: { name: "Net" },
              count: 2,
              created: [
                { address: API, name: "api" },
                { address: LATER, name: null },
              ],
              depends_on: [],
              kept: [],
            },
          ],
        },
      ],
    });
  });

  test("are shown by their addresses, if the plan does not say what it creates", () => {
    const unknown = planned({ Net: { created: ["tfe_workspace.x"] } }, { Net: {} }, { createdWorkspaces: undefined });
    expect(makePlan(unknown, actual).afterApply).toMatchObject([{ created: [{ address: "tfe_workspace.x" }] }]);
  });

  test("count neither for coverage nor towards limits", () => {
    expect(plan.coverage.workspaces).toEqual({ managed: 2, total: 3 });
    expect(makePlan(desired, actual, { maxMoves: 2 }).errors).toEqual([]);
  });

  test("are a difference from the code, whatever else is as it is there", () => {
    const only = planned({ Net: { created: [API] } }, { Net: { workspaceNames: ["old", "stranger"] } });
    const drift = detectDrift(only, actual);
    expect(drift).toMatchObject({ hasDrift: true, isComplete: true, actions: [], warnings: [] });
    expect(render(drift, "text", { width: 200 })).toContain("0 workspaces misplaced, 1 created workspace to place.");
    for (const format of ["text", "markdown", "html"] as const) {
      expect(render(drift, format)).toContain("gets api, created by this plan.");
    }
    expect(render(makePlan(only, actual), "text", { width: 200 })).toContain(
      "Plan: 0 to create, 0 to update, 0 workspaces to move, 0 to delete; 1 created workspace to place.",
    );
  });

  test("are counted if the plan does not say which ones of several they are", () => {
    const some = planned({ Net: { count: 2, created: [API, WEB, LATER] } }, { Net: {} });
    expect(render(makePlan(some, actual), "text", { width: 200 })).toContain(
      'Project "Net" gets 2 of 3 workspaces that this plan creates (api, tfe_workspace.later, web).',
    );
  });

  test("are refused in two memberships, if they are certain", () => {
    const memberships = { Net: {}, Web: {} };
    const both = makePlan(
      planned({ Net: { created: [API, WEB] }, Web: { created: [WEB] } }, memberships),
      organization({ Default: [], Net: [], Web: [] }),
    );
    expect(both.errors.map((it) => [it.code, messageOf(it)])).toEqual([
      ["WORKSPACE_IN_TWO_PROJECTS", expect.stringMatching(/"web" is in .*\.Net and in .*\.Web/)],
    ]);
    const unnamed = planned({ Net: { created: [LATER] }, Web: { created: [LATER] } }, memberships);
    expect(makePlan(unnamed, organization({ Default: [], Net: [], Web: [] })).errors).toEqual([
      inTwoMemberships({
        address: membershipOf("Web"),
        workspaces: [LATER],
        memberships: ["Net", "Web"].map((name) => ({ label: membershipOf(name) })),
      }),
    ]);
    const perhaps = planned({ Net: { created: [API, WEB] }, Web: { count: 1, created: [API, WEB] } }, memberships);
    expect(makePlan(perhaps, organization({ Default: [], Net: [], Web: [] })).errors).toEqual([]);
  });

  test("have two owners if they are created in another project, and that may be ignored", () => {
    const owners = (project: string, members: Partial<MembersAfterApply> = { created: [API] }): string[] => {
      const id = `prj-${project}`;
      const resource = { address: API, name: "api", project: { by: "id", id } as const, certainty: "moves" as const };
      const exclusive = { Net: { exclusive: true }, Web: { exclusive: true } };
      const both = planned({ Net: members }, exclusive, { tfeWorkspaces: [resource] });
      return makePlan(both, organization({ Default: [], Net: [], Web: [] })).warnings.map(messageOf);
    };
    expect(owners("Web")).toEqual([
      expect.stringMatching(/^Possibly two owners: tfe_workspace\.api creates its workspace in another project than/),
    ]);
    expect(owners("Net")).toEqual([]);
    // Whether the membership has it is not certain.
    expect(owners("Web", { count: 1, created: [API, WEB] })).toEqual([]);
  });
});

describe("members that may exist", () => {
  const actual = organization({ Default: ["db"], Net: ["in-code", "was-member", "stranger"] });
  const open = { count: 2, created: [API], dependsOn: ["local.ids"] };
  const inState = {
    states: [],
    terraformPlan: TERRAFORM,
    droppedProjects: [],
    memberships: [membershipInState("Net", { workspaceNames: ["in-code", "was-member"] })],
  };

  test("are a warning, and what would leave the project without them stays", () => {
    const desired = planned({ Net: open }, { Net: { workspaceNames: ["in-code"] } }, { inState });
    const plan = makePlan(desired, actual);
    expect(plan.actions).toEqual([]);
    expect(besidesIdentity(plan.warnings).map((it) => [it.code, messageOf(it)])).toEqual([
      [
        "unknown-members",
        `${membershipOf("Net")}: Terraform knows 2 of its workspaces only after apply, which depends on local.ids. ` +
          'They may exist and move to "Net", or be created by this plan (api). 1 workspace (was-member) may ' +
          "be among them, and stays where it is in this report. To review the rest, apply what it depends on with " +
          "Terraform first, and then use the next plan.",
      ],
    ]);
    expect(render(plan, "text", { width: 200 })).toContain("members of 1 membership known only after apply.");
    const json = JSON.parse(render(plan, "json")) as object;
    expect(validate(json)).toBe(true);
    expect(json).toMatchObject({
      organizations: [{ known_after_apply: [{ depends_on: ["local.ids"], kept: [{ name: "was-member" }] }] }],
    });
  });

  test("keep all workspaces of an exclusive project in it", () => {
    const membership = { Net: { workspaceNames: ["in-code"], exclusive: true } };
    const plan = makePlan(planned({ Net: open }, membership, { inState }), actual);
    expect(movesOf(plan)).toEqual([]);
    expect(plan.afterApply[0]!.kept.map(({ name }) => name)).toEqual(["stranger", "was-member"]);
    const certain = makePlan(planned({ Net: { created: [API] } }, membership, { inState }), actual);
    expect(movesOf(certain)).toHaveLength(2);
  });

  test("leave what other memberships have, and other projects, as they are", () => {
    const desired = planned({ Net: open }, { Net: { exclusive: true }, Web: { workspaceNames: ["stranger"] } });
    expect(movesOf(makePlan(desired, actual))).toEqual(["stranger: Net → Web (member)"]);
  });

  test("are a difference from the code, with the warning", () => {
    const drift = detectDrift(planned({ Net: open }, { Net: {} }), actual);
    expect(drift).toMatchObject({ hasDrift: true });
    expect(render(drift, "text")).toContain("Terraform knows 2 of its workspaces");
  });
});
