import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executePlan } from "../../src/engine/apply/execute-plan";
import { observeOrganization } from "../../src/engine/live/observe";
import type { Plan as EnginePlan } from "../../src/engine/plan/comparison";
import { makePlan } from "../../src/engine/plan/plan";
import type { Configuration, InProcessTerraform, Plan } from "../in-process-terraform";
import type { ApplyResult } from "../in-process-terraform/in-process-terraform";
import { inProcessTerraform } from "../provider/in-process";
import { casesOf, fc, SEED } from "../support/property";
import {
  conflictsOfEngine,
  conflictsOfProvider,
  destinationsIn,
  movesOfEngine,
  movesOfProvider,
  ProjectNames,
} from "./decisions/reported";
import { Organization, world, type Code, type Deed, type World } from "./decisions/world";
import { desiredWith } from "./planning/stories";

/*
 * Random code, deployed by Terraform, which plans and applies independent resources one by one in a random order, and
 * at once by the engine: both find the same conflicts, plan the same moves, and lead to the same.
 */

let folder = "";
let organizations = 0;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "decisions-"))));
afterAll(() => rmSync(folder, { recursive: true }));

/** How many rounds ended in which way. */
const rounds = { conflicts: 0, edits: 0, settled: 0 };

function terraformOf({ order, storesPlannedPrivate }: World): InProcessTerraform {
  let next = 0;
  const choose = (count: number): number => order[next++ % order.length]! % Math.max(count, 1);
  return inProcessTerraform({ storesPlannedPrivate, parallelism: 1, choose });
}

/** Code, and what both plan for it. */
interface Round {
  readonly organization: Organization;
  /** What the organization is like before. */
  readonly before: ReturnType<Organization["workspaces"]>;
  readonly existing: ReadonlySet<string>;
  readonly names: ProjectNames;
  /** The names of the workspaces that memberships list. */
  readonly listed: ReadonlySet<string>;
  readonly byTerraform: Plan;
  readonly byEngine: EnginePlan;
}

async function planBoth(organization: Organization, terraform: InProcessTerraform, code: Code): Promise<Round> {
  const { acme } = organization;
  const configuration = organization.configuration(code);
  return {
    organization,
    before: organization.workspaces(),
    existing: new Set(Object.keys(acme.world)),
    names: new ProjectNames(acme, configuration),
    listed: organization.listed(code),
    byEngine: await planWithEngine(organization, terraform, configuration),
    byTerraform: await terraform.plan(configuration),
  };
}

async function planWithEngine(
  { acme }: Organization,
  terraform: InProcessTerraform,
  configuration: Configuration,
): Promise<EnginePlan> {
  const desired = desiredWith(terraform, configuration);
  return makePlan(desired, await observeOrganization(acme.view(), desired), { maxMoves: "all", maxDeletes: 99 });
}

/**
 * Expects the same conflicts of both. The provider does not look at what follows the first error of a resource; a plan
 * does not know the IDs of the projects that it creates, nor what may still move out of those that it deletes, but the
 * apply does; and placements that are planned before the membership that lists a workspace conflict about it, with
 * another or with a membership that should not have it, count it, and need its tags.
 */
function expectSameConflicts({ diagnostics, plan }: ApplyResult, { byEngine, names, existing, listed }: Round): void {
  const [ofProvider, ofEngine] = [conflictsOfProvider(diagnostics, names), conflictsOfEngine(byEngine, names)];
  const rejected = new Set(diagnostics.flatMap(({ severity, address }) => (severity === "error" ? [address] : [])));
  const expected = [...ofEngine].filter(([conflict, { addresses, project }]) => {
    if (ofProvider.has(conflict)) return true;
    const isNew = project !== undefined && !existing.has(project);
    const isForApply = isNew || conflict.startsWith("not-empty ");
    return !(isForApply && !plan.ok) && !addresses.some((it) => rejected.has(it));
  });
  const premature = new Set([...listed].map((name) => `placed-twice ${name}`));
  const isEarly = (it: string): boolean =>
    premature.has(it) ||
    ofEngine.has(it.replace(/^listed-and-placed /, "two-memberships ")) ||
    (listed.size > 0 && /^(too-many|unknown-tags)/.test(it));
  const found = [...ofProvider].filter((it) => ofEngine.has(it) || !isEarly(it));
  expect(found.sort()).toEqual(expected.map(([conflict]) => conflict).sort());
}

/**
 * Expects the same moves of both, by the same rules. The provider does not name what a deleted membership or project
 * loses, and warns of what a membership may take that is planned later.
 */
function expectSameMoves({ byTerraform, byEngine, names, listed, before }: Round): void {
  const ofProvider = movesOfProvider(byTerraform, names, (name) => listed.has(name));
  const ofEngine = movesOfEngine(byEngine);
  expect([...ofProvider.taken].sort()).toEqual([...ofEngine.taken].sort());
  expect(ofProvider.rules).toEqual(new Map([...ofProvider.rules].map(([key]) => [key, ofEngine.rules.get(key)])));
  const deleted = [...byTerraform.changes.values()].filter(({ action }) => action === "delete" || action === "replace");
  const emptied = new Set(deleted.map(({ before: object }) => object?.["project_id"] ?? object?.["id"]));
  const unnamed = [...before.values()].filter(({ projectId }) => emptied.has(projectId)).map(({ name }) => name);
  const taken = ofEngine.taken.map((it) => it.split(" ")[1]!);
  const without = (all: readonly string[], ...others: string[]) => all.filter((name) => !others.includes(name));
  expect({
    ofEngine: without(ofEngine.leaving, ...ofProvider.leaving, ...unnamed),
    ofProvider: without(ofProvider.leaving, ...ofEngine.leaving, ...listed, ...taken),
  }).toEqual({ ofEngine: [], ofProvider: [] });
}

/** Plans and applies code by both. Returns whether there are no conflicts. */
async function applyBoth(organization: Organization, terraform: InProcessTerraform, code: Code): Promise<boolean> {
  const round = await planBoth(organization, terraform, code);
  const { byTerraform, byEngine } = round;
  const twinFile = `${organization.stateFile}-twin`;
  copyFileSync(organization.stateFile, twinFile);
  const applied = await terraform.apply(byTerraform);
  expectSameConflicts(applied, round);
  if (!applied.ok) {
    rounds.conflicts += 1;
    return false;
  }
  expectSameMoves(round);
  if (byTerraform.changes.size + byEngine.actions.length === 0) return true;
  const twin = await organization.restored(twinFile);
  try {
    await executePlan(twin.acme.view(), byEngine);
    expect(await organization.contents()).toEqual(await twin.contents());
  } finally {
    await twin.acme.stop();
  }
  return true;
}

/** What is wrong with the code by then, not with the provider. */
const ENTERED_OR_GONE = /^(Workspace renamed|Workspace not found|Too many moves|Cannot (move|delete|place) .*)$/;

/**
 * Applies what Terraform has planned after edits. What is planned both before and after the edits moves. Of the rest,
 * only what was planned may move, and what has left the project of its list since; a host that does not pass on what
 * was planned decides again.
 */
async function applyAfterEdits(
  { organization, byTerraform, byEngine }: Round,
  terraform: InProcessTerraform,
  { code, later, isPassedOn }: { readonly code: Code; readonly later: readonly Deed[]; readonly isPassedOn: boolean },
): Promise<void> {
  await organization.do(later);
  const edited = organization.workspaces();
  const again = await planWithEngine(organization, terraform, organization.configuration(code));
  const listed = organization.listed(code);
  const { diagnostics } = await terraform.apply(byTerraform);
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ summary }) => summary);
  expect(errors.filter((summary) => !ENTERED_OR_GONE.test(summary))).toEqual([]);
  const [planned, due] = [destinationsIn(byEngine), destinationsIn(again)];
  for (const [id, { name, project }] of organization.workspaces()) {
    const isMoved = project !== edited.get(id)!.project;
    const isAllowed = planned.get(id) === project || ((listed.has(name) || !isPassedOn) && due.get(id) === project);
    const isRequired = errors.length === 0 && due.has(id) && planned.get(id) === due.get(id);
    expect({ name, project, isMoved: isMoved || isRequired }).toEqual({
      name,
      project: isRequired ? due.get(id) : project,
      isMoved: (isMoved && isAllowed) || isRequired,
    });
  }
}

/**
 * Expects, by what lists mean, that their workspaces are in their projects, and that others are in an exclusive project
 * only if they have had a name of the list.
 */
function expectListsToHold(organization: Organization, { memberships }: Code): void {
  for (const membership of memberships) {
    if (membership === undefined) continue;
    const listed = organization.listed({ memberships: [membership] });
    for (const [id, { name, project }] of organization.workspaces()) {
      const isOwn = project === membership.project;
      const isFormer = membership.members.some((it) => organization.hadName(id, it.name));
      const isRight = listed.has(name) ? isOwn : !isOwn || !membership.exclusive || isFormer;
      expect({ name, project, isRight }).toEqual({ name, project, isRight: true });
    }
  }
}

test(`Terraform and the engine decide the same (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(world, async (it) => {
      organizations += 1;
      const organization = await Organization.of(it, join(folder, `${organizations}`));
      try {
        const terraform = terraformOf(it);
        if (!(await applyBoth(organization, terraform, it.first))) return;
        await organization.do(it.deeds);
        const { second: code, later } = it;
        if (later.length > 0) {
          const round = await planBoth(organization, terraform, code);
          if (round.byTerraform.ok && round.byEngine.errors.length === 0) {
            rounds.edits += 1;
            await applyAfterEdits(round, terraform, { code, later, isPassedOn: it.storesPlannedPrivate });
          }
        }
        // What memberships release is for the rules of the next plan.
        for (let applies = 0; applies < 2; applies += 1) {
          if (!(await applyBoth(organization, terraform, code))) return;
        }
        const { byTerraform, byEngine } = await planBoth(organization, terraform, code);
        expect({ actions: byTerraform.actions, drifted: byTerraform.drifted }).toEqual({ actions: {}, drifted: [] });
        expect(byEngine.actions).toEqual([]);
        expectListsToHold(organization, code);
        rounds.settled += 1;
      } finally {
        await organization.acme.stop();
      }
    }),
    { numRuns: casesOf(30) },
  );
  expect(Math.min(...Object.values(rounds))).toBeGreaterThan(0);
});
