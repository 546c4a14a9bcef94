import { Client } from "../../src/api";
import { PROJECT_PERMISSIONS, type ProjectPermission, type Role } from "../../src/emulator";
import { executePlan } from "../../src/engine/apply/execute-plan";
import { statusOf } from "../../src/engine/result";
import { observeOrganization } from "../../src/engine/live/observe";
import type { Change } from "../../src/engine/changes/change";
import { makePlan } from "../../src/engine/plan/plan";
import { NotFoundOrUnauthorizedError, OrganizationView, ProjectGoneError, isOutcomeUnknown } from "../../src/reconcile";
import { ASSIGNMENT_KINDS } from "../../src/reconcile/assignments";
import type { InProcessTerraform, State } from "../in-process-terraform";
import { configurationFor } from "../provider/in-process";
import type { Acme } from "../support/acme";
import { casesOf, fc, SEED } from "../support/property";
import { LosingRights } from "./losing-rights";
import {
  assignedIn,
  assigningDeployed,
  assigningResources,
  assigningStory,
  changeOf,
  keyOf,
  wantedBy,
  type AssigningCode,
  type AssigningStory,
} from "./planning/assigned";
import { desiredWith } from "./planning/stories";

/*
 * Not readable is not gone, for what is assigned to projects: the token of random apps loses rights before a command,
 * or when a request of it arrives. It may no longer see teams, policy sets or projects, or change them.
 */

interface Loss {
  readonly role: Role | null;
  /** Of the role `team`: its permissions on each project; undefined for one that it does not see. */
  readonly permissions: readonly (readonly ProjectPermission[] | undefined)[];
  readonly seesDefaultProject: boolean;
  /** Number of the request at whose arrival rights are lost; 0 for before the command. */
  readonly request: number;
}

const permissions = fc.constantFrom<(readonly ProjectPermission[] | undefined)[]>(
  undefined,
  ["read"],
  ["read", "read-teams"],
  PROJECT_PERMISSIONS.filter((it) => it !== "manage-teams"),
  PROJECT_PERMISSIONS.filter((it) => it !== "manage-teams" && it !== "read-teams"),
  PROJECT_PERMISSIONS,
);
const loss: fc.Arbitrary<Loss> = fc.record({
  // Those that are no team lose, in this order: policies; the same and changes; everything.
  role: fc.constantFrom<(Role | null)[]>("team", "team", "team", "manage-projects", "read-only", null),
  permissions: fc.tuple(permissions, permissions),
  seesDefaultProject: fc.boolean(),
  request: fc.oneof(fc.constant(0), fc.nat(15), fc.nat(40)),
});

class Case extends LosingRights {
  readonly token: string;

  private constructor(
    acme: Acme,
    terraform: InProcessTerraform,
    private readonly loss: Loss,
  ) {
    super(acme, terraform, loss.request);
    this.token = acme.emulator.tokens.create({ organization: "acme", role: "owner" });
  }

  static async start(story: AssigningStory, loss: Loss): Promise<Case> {
    const { acme, terraform } = await assigningDeployed(story);
    return new Case(acme, terraform, loss);
  }

  configuration(code: AssigningCode) {
    const provider = { address: this.address, organization: "acme", token: this.token };
    return { provider, resources: assigningResources(code) };
  }

  protected override lose(): void {
    const { role, permissions, seesDefaultProject } = this.loss;
    const { emulator, defaultProjectId } = this.acme;
    const { projects } = emulator.state().organizations[0]!;
    const own = projects.filter(({ id }) => id !== defaultProjectId);
    const held = own.flatMap(({ id }, index) => (permissions[index] === undefined ? [] : [[id, permissions[index]]]));
    const all = [...held, ...(seesDefaultProject ? [[defaultProjectId, ["read"]]] : [])];
    const onProjects = role === "team" ? (Object.fromEntries(all) as Record<string, readonly ProjectPermission[]>) : {};
    emulator.tokens.update({ token: this.token, organization: "acme", role, projects: onProjects });
  }
}

const withCase = async (story: AssigningStory, loss: Loss, run: (it: Case) => Promise<void>): Promise<void> => {
  const it = await Case.start(story, loss);
  await it.use(run);
};

/** Project and IDs of the objects that each resource of a state has. */
function recordedIn(state: State): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...state].flatMap(([address, { type, values }]) => {
      const kind = Object.values(ASSIGNMENT_KINDS).find((it) => it.type === type);
      if (kind === undefined) return [];
      return [[address, Object.values(values[kind.idsAttribute] as Record<string, string>)]];
    }),
  );
}

const BOTH = "was deleted, or the token";

test(`a state keeps what is assigned, unless a warning says otherwise (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(assigningStory, loss, async (story, loss) =>
      withCase(story, loss, async (it) => {
        const { acme, terraform } = it;
        const [before, world] = [recordedIn(terraform.state), assignedIn(acme)];
        const { diagnostics } = await terraform.refresh(it.configuration(story.first));
        expect(assignedIn(acme)).toEqual(world);
        const after = recordedIn(terraform.state);
        for (const [address, ids] of before) {
          const isWarned = diagnostics.some((it) => it.address === address && it.detail.includes(BOTH));
          if (!isWarned || after.has(address)) expect([address, after.get(address)]).toEqual([address, ids]);
        }
      }),
    ),
    { numRuns: casesOf(8) },
  );
});

/** What may be removed: what the code drops, excludes, or assigns in another way. */
function mayRemove({ first, second }: AssigningStory, text: string): boolean {
  const key = keyOf(text);
  const wanted = wantedBy(second);
  if (wanted.includes(text)) return false;
  // The first of two requests removes it.
  if (wanted.some((it) => keyOf(it) === key)) return key.includes(": policy set ");
  const isExclusive = key.startsWith("Web") ? second.web.exclusive : second.api.exclusive;
  return isExclusive || wantedBy(first).some((it) => keyOf(it) === key);
}

/** Objects that a project had in some way, and has no longer. */
function removed(before: readonly string[], after: readonly string[]): readonly string[] {
  const kept = new Set(after.map(keyOf));
  return before.filter((it) => !kept.has(keyOf(it)));
}

test(`an apply of Terraform removes only what the code says (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(assigningStory, loss, async (story, loss) =>
      withCase(story, loss, async (it) => {
        const { acme, terraform } = it;
        const before = assignedIn(acme);
        const { ok } = await terraform.apply(it.configuration(story.second));
        const after = assignedIn(acme);
        const wanted = wantedBy(story.second);
        expect(removed(before, after).filter((text) => !mayRemove(story, text))).toEqual([]);
        expect(after.filter((text) => !before.includes(text) && !wanted.includes(text))).toEqual([]);
        if (ok) expect(after).toEqual(expect.arrayContaining([...wanted]));
        // With its rights again, Terraform completes the work.
        const configuration = configurationFor(acme, assigningResources(story.second));
        expect(await terraform.apply(configuration)).toMatchObject({ ok: true });
        expect(assignedIn(acme)).toEqual(expect.arrayContaining([...wanted]));
      }),
    ),
    { numRuns: casesOf(8) },
  );
});

test(`the engine finds nothing missing that is assigned, and reports what it did (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(assigningStory, loss, fc.boolean(), async (story, loss, hasState) =>
      withCase(story, loss, async (it) => {
        const { acme, terraform } = it;
        const state = hasState ? terraform : { state: new Map() as State };
        const desired = desiredWith(state, configurationFor(acme, assigningResources(story.second)));
        const client = new Client({ address: it.address, token: it.token, env: {} });
        try {
          const view = new OrganizationView(client, "acme");
          const plan = makePlan(desired, await observeOrganization(view, desired));
          const before = assignedIn(acme);
          const changes = plan.actions.filter(isInExisting);
          for (const { from, to } of changes.map(changeOf)) {
            if (from !== undefined) expect(before).toContain(from);
            expect(before).not.toContain(to);
          }
          if (plan.errors.length > 0) return;
          const { outcomes } = await executePlan(view, plan);
          const after = assignedIn(acme);
          expect(removed(before, after).filter((text) => !changes.some((it) => changeOf(it).from === text))).toEqual(
            [],
          );
          for (const [position, action] of plan.actions.entries()) {
            const outcome = outcomes[position]!;
            const isUnknown = outcome.kind === "failed" && isOutcomeUnknown(outcome.error);
            if (!isInExisting(action) || isUnknown) continue;
            const { from, to } = changeOf(action);
            const [has, lacks] = outcome.kind === "done" ? [to, from] : [from, to];
            if (has !== undefined) expect(after).toContain(has);
            if (lacks !== undefined) expect(after).not.toContain(lacks);
          }
          if (statusOf([{ outcomes }]) === "none") expect(after).toEqual(before);
        } catch (error) {
          // Not all could be read: exit 1.
          if (!it.hasLost || !isReadError(error)) throw error;
        } finally {
          client.close();
        }
      }),
    ),
    { numRuns: casesOf(12) },
  );
});

/** Other laws are about projects that the plan would create, since the token does not see them. */
function isInExisting(action: Change): action is Change<"set"> | Change<"unset"> {
  return (action.kind === "set" || action.kind === "unset") && action.project.id !== null;
}

function isReadError(error: unknown): boolean {
  return error instanceof ProjectGoneError || error instanceof NotFoundOrUnauthorizedError;
}
