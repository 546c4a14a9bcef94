import { BlockedPlanError } from "../../src/engine/blocked-plan-error";
import { Client } from "../../src/api";
import { PROJECT_PERMISSIONS, type ProjectPermission, type Role } from "../../src/emulator";
import type { InProcessTerraform, ShownDiagnostic, State } from "../in-process-terraform";
import { executePlan } from "../../src/engine/apply/execute-plan";
import { applyPlans } from "../../src/engine/session";
import { sessionOf } from "../support/engine-session";
import { observeOrganization } from "../../src/engine/live/observe";
import type { Comparison } from "../../src/engine/plan/comparison";
import { detectDrift, makePlan } from "../../src/engine/plan/plan";
import { OrganizationView, NotFoundOrUnauthorizedError, ProjectGoneError } from "../../src/reconcile";
import { isIncomplete } from "../../src/engine/plan/comparison";
import { configurationFor } from "../provider/in-process";
import type { Acme } from "../support/acme";
import { CASES, casesOf, fc, SEED } from "../support/property";
import { LosingRights } from "./losing-rights";
import { deployed, desiredWith, resourcesOf, story, type CodeProject, type Story } from "./planning/stories";

/*
 * Not readable is not gone (`src/reconcile/absence.ts`), for random apps whose token loses rights: before a command, or
 * when a request of it arrives.
 */

/** What a token may do: a role, and for `team` which projects it sees. Null is no access at all. */
interface Rights {
  readonly role: Role | null;
  /** Indexes of projects of the organization, sorted by name; the default project is not among them. */
  readonly projects: readonly number[];
  readonly seesDefaultProject: boolean;
  readonly permissions: readonly ProjectPermission[];
}

interface Loss {
  readonly before: "owner" | "manage-projects" | "organization" | "team";
  readonly after: Rights;
  /** Number of the request of the command at whose arrival rights are lost; 0 for before the command. */
  readonly request: number;
}

const loss: fc.Arbitrary<Loss> = fc.record({
  before: fc.constantFrom("owner", "manage-projects", "organization", "team"),
  after: fc.record({
    role: fc.constantFrom<(Role | null)[]>("team", "team", "team", "team", "read-only", null),
    projects: fc.subarray([0, 1, 2, 3]),
    seesDefaultProject: fc.boolean(),
    permissions: fc.constantFrom<(readonly ProjectPermission[])[]>(
      ["read"],
      ["read", "update", "move-workspaces"],
      PROJECT_PERMISSIONS,
    ),
  }),
  request: fc.oneof(fc.constant(0), fc.nat(12), fc.nat(40)),
});

const BOTH = /(was|were) deleted, or the token|(does|do) not exist(?:.|\n)*, or the token is not authorized/;

/** Projects and workspaces of an organization, by ID. */
interface World {
  readonly projects: ReadonlyMap<string, string>;
  /** ID of a workspace → ID of its project. */
  readonly workspaces: ReadonlyMap<string, string>;
}

class Case extends LosingRights {
  readonly token: string;
  /** IDs of the projects that it sees afterwards. */
  readonly #visible: ReadonlySet<string>;

  private constructor(
    acme: Acme,
    terraform: InProcessTerraform,
    private readonly loss: Loss,
  ) {
    super(acme, terraform, loss.request);
    const { defaultProjectId } = acme;
    const ids = this.#ownProjects();
    const { before, after } = loss;
    // A team's token never sees the default project, so it cannot lose that alone.
    const seesDefaultProject = after.seesDefaultProject && before !== "team";
    const seen = after.projects.flatMap((index) => ids[index] ?? []);
    this.#visible = new Set(
      after.role === "team"
        ? [...seen, ...(seesDefaultProject ? [defaultProjectId] : [])]
        : after.role === null
          ? []
          : [...ids, ...(before === "team" ? [] : [defaultProjectId])],
    );
    this.token = acme.emulator.tokens.create({
      organization: "acme",
      role: before,
      projects: before === "team" ? Object.fromEntries(ids.map((id) => [id, PROJECT_PERMISSIONS])) : {},
    });
  }

  static async start(story: Story, loss: Loss): Promise<Case> {
    const { movedByHand, strangers } = story;
    const { acme, terraform } = await deployed(story);
    const { projects } = acme.emulator.state().organizations[0]!;
    const workspaces = projects.flatMap((it) => it.workspaces);
    for (const { id, name } of workspaces) {
      if (movedByHand.includes(name)) acme.emulator.workspaces.move(id, acme.defaultProjectId);
      const to = strangers[name];
      if (to !== undefined) acme.emulator.workspaces.move(id, acme.project(to)!.id);
    }
    return new Case(acme, terraform, loss);
  }

  get seesDefaultProject(): boolean {
    return this.#visible.has(this.acme.defaultProjectId);
  }

  sees(projectId: string): boolean {
    return this.#visible.has(projectId);
  }

  configuration(code: readonly CodeProject[]) {
    return {
      provider: {
        address: this.address,
        organization: "acme",
        token: this.token,
      },
      resources: resourcesOf(code),
    };
  }

  get world(): World {
    const { projects } = this.acme.emulator.state().organizations[0]!;
    return {
      projects: new Map(projects.map(({ id, name }) => [id, name])),
      workspaces: new Map(projects.flatMap(({ id, workspaces }) => workspaces.map((it) => [it.id, id]))),
    };
  }

  #ownProjects(): readonly string[] {
    const { projects } = this.acme.emulator.state().organizations[0]!;
    return projects.flatMap(({ id }) => (id === this.acme.defaultProjectId ? [] : [id]));
  }

  protected override lose(): void {
    const { after, before } = this.loss;
    const { emulator } = this.acme;
    // What a team's token sees is not what an organization-wide role sees.
    const role = before === "team" && after.role !== null ? "team" : after.role;
    const permissions = role === after.role ? after.permissions : (["read"] as const);
    // An apply may have deleted some of them meanwhile.
    const { projects: existing } = this.world;
    const visible = [...this.#visible].filter((id) => existing.has(id));
    const projects = role === "team" ? Object.fromEntries(visible.map((id) => [id, permissions])) : {};
    emulator.tokens.update({
      token: this.token,
      organization: "acme",
      role,
      projects,
    });
  }
}

/** IDs of the objects of a state that exist: of projects, and of the workspaces that memberships still have. */
function existing(state: State, { projects, workspaces }: World): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...state].map(([address, { type, values }]): [string, readonly string[]] => {
      if (type === "tfprojects_project") return [address, [values["id"] as string].filter((id) => projects.has(id))];
      const ids = values["workspace_ids"] as readonly string[];
      return [address, ids.filter((id) => workspaces.get(id) === values["project_id"])];
    }),
  );
}

/** Addresses of objects that a state no longer has, or not with all that exists. */
function shrunk(before: State, after: State, world: World): readonly string[] {
  const kept = existing(after, world);
  return [...existing(before, world)].flatMap(([address, ids]) => {
    const now = kept.get(address);
    return now === undefined || ids.some((id) => !now.includes(id)) ? [address] : [];
  });
}

const warned = (diagnostics: readonly ShownDiagnostic[], address: string): boolean =>
  diagnostics.some((it) => it.address === address && BOTH.test(it.detail));

/** Projects and memberships of a state that the token sees no more. */
function hidden(state: State, it: Case): readonly string[] {
  return [...state].flatMap(([address, { type, values }]) =>
    it.sees(values[type === "tfprojects_project" ? "id" : "project_id"] as string) ? [] : [address],
  );
}

const cases = casesOf(CASES.services);

const withCase = async (story: Story, loss: Loss, run: (it: Case) => Promise<void>): Promise<void> => {
  const it = await Case.start(story, loss);
  await it.use(run);
};

test(`a state loses nothing that exists, unless a warning says so (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(story, loss, async (story, loss) =>
      withCase(story, loss, async (it) => {
        const { terraform } = it;
        const before = terraform.state;
        const { world } = it;
        const { ok, plan, diagnostics } = await terraform.refresh(it.configuration(story.first));
        expect(it.world).toEqual(world);
        const lost = shrunk(before, terraform.state, world);
        if (!it.seesDefaultProject) {
          expect(lost).toEqual([]);
          if (it.isBefore && hidden(before, it).length > 0) expect(ok).toBe(false);
        }
        expect(lost.filter((address) => !warned(diagnostics, address))).toEqual([]);
        // What was read before the rights were lost is recorded.
        if (!plan.ok) expect([...terraform.state]).toEqual([...before]);
      }),
    ),
    { numRuns: cases },
  );
});

test(`Terraform plans to create nothing that exists, unless a warning says so (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(story, loss, async (story, loss) =>
      withCase(story, loss, async (it) => {
        const { terraform, world } = it;
        const plan = await terraform.plan(it.configuration(story.second));
        const inState = hidden(terraform.state, it).length > 0;
        if (it.isBefore && !it.seesDefaultProject && inState) expect(plan.ok).toBe(false);
        if (!plan.ok) return;
        const gone = shrunk(terraform.state, plan.refreshed, world);
        if (!it.seesDefaultProject) expect(gone).toEqual([]);
        expect(gone.filter((address) => !warned(plan.diagnostics, address))).toEqual([]);
        const code = resourcesOf(story.second);
        const creates = Object.entries(plan.actions).flatMap(([address, action]) => {
          const name = code[address]?.["name"];
          return action === "create" && typeof name === "string" ? [{ address, name }] : [];
        });
        // What the plan renames passes its name on.
        const renamed = [...terraform.state].flatMap(([address, { values }]) => {
          const [id, name] = [values["id"], code[address]?.["name"]];
          const isKept = plan.actions[address] === "update";
          return isKept && typeof id === "string" && name !== world.projects.get(id) ? [id] : [];
        });
        const others = new Map([...world.projects].filter(([id]) => !renamed.includes(id)));
        checkCreates(it, creates, { ...world, projects: others }, (address) => warned(plan.diagnostics, address));
      }),
    ),
    { numRuns: cases },
  );
});

test(`an apply of Terraform forgets nothing that exists, unless a warning says so (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(story, loss, async (story, loss) =>
      withCase(story, loss, async (it) => {
        const { terraform } = it;
        const before = terraform.state;
        const worldBefore = it.world;
        const { ok, diagnostics } = await terraform.apply(it.configuration(story.second));
        const { world } = it;
        if (it.isBefore && !it.seesDefaultProject && hidden(before, it).length > 0) {
          expect({ ok, world, state: [...terraform.state] }).toEqual({
            ok: false,
            world: worldBefore,
            state: [...before],
          });
        }
        const inCode = resourcesOf(story.second);
        const kept = existing(terraform.state, world);
        const held = new Set([...kept.values()].flat());
        // What the code drops may leave the state: projects that it retains, what memberships have released, and what
        // other memberships have.
        const isDropped = (address: string, ids: readonly string[]): boolean =>
          inCode[address] === undefined &&
          (before.get(address)!.values["deletion_policy"] === "retain" ||
            before.get(address)!.values["on_destroy"] === "retain" ||
            ids.every((id) => held.has(id)));
        const forgotten = [...existing(before, world)].flatMap(([address, ids]) =>
          ids.length === 0 || kept.has(address) || isDropped(address, ids) ? [] : [address],
        );
        if (!it.seesDefaultProject) expect(forgotten).toEqual([]);
        expect(forgotten.filter((address) => !warned(diagnostics, address))).toEqual([]);
        // Only what the code says was deleted.
        const deleted = [...worldBefore.projects.keys()].filter((id) => !world.projects.has(id));
        const meant = [...before].flatMap(([address, { values }]) =>
          inCode[address] === undefined ? [values["id"]] : [],
        );
        expect(deleted.filter((id) => !meant.includes(id))).toEqual([]);
      }),
    ),
    { numRuns: cases },
  );
});

test(`the engine finds nothing missing that exists, unless a warning says so (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(story, loss, fc.boolean(), fc.boolean(), async (story, loss, hasState, applies) =>
      withCase(story, loss, async (it) => {
        const { acme, terraform, world } = it;
        const code = applies ? story.second : story.first;
        const withIds = desiredWith(terraform, configurationFor(acme, resourcesOf(code)));
        const desired = hasState
          ? withIds
          : {
              ...desiredWith({ state: new Map() }, configurationFor(acme, resourcesOf(code))),
            };
        const client = new Client({
          address: it.address,
          token: it.token,
          env: {},
        });
        const view = new OrganizationView(client, "acme");
        try {
          const actual = await observeOrganization(view, desired);
          const plan = makePlan(desired, actual, { maxDeletes: 99 });
          const compared = applies ? plan : detectDrift(desired, actual);
          checkEngine(it, compared, world);
          const { projects, workspaces } = compared.coverage;
          for (const { managed, total } of [projects, workspaces]) {
            expect(managed).toBeGreaterThanOrEqual(0);
            expect(total).toBeGreaterThanOrEqual(managed);
          }
          if (it.isBefore && !it.seesDefaultProject) {
            const isHidden = code.some(({ name }) => {
              const id = [...world.projects].find(([, other]) => other.toLowerCase() === name.toLowerCase())?.[0];
              return id !== undefined && !it.sees(id);
            });
            if (isHidden) expect(isIncomplete(compared)).toBe(true);
          }
          if (!applies || plan.errors.length > 0) return;
          if (plan.warnings.some(({ code }) => code === "not-permitted")) {
            await expect(applyPlans([{ view, plan }], sessionOf(client))).rejects.toThrow(BlockedPlanError);
            return;
          }
          await executePlan(view, plan);
          const deletes = plan.actions.flatMap((action) => (action.kind === "delete" ? [action.projectId] : []));
          const deleted = [...world.projects.keys()].filter((id) => !it.world.projects.has(id));
          expect(deleted.filter((id) => !deletes.includes(id))).toEqual([]);
        } catch (error) {
          // Not all could be read: exit 1.
          if (!it.hasLost || !isReadError(error)) throw error;
        } finally {
          client.close();
        }
      }),
    ),
    { numRuns: cases },
  );
});

/** Whether it names what was not found, with both causes. */
function isReadError(error: unknown): boolean {
  return error instanceof ProjectGoneError || error instanceof NotFoundOrUnauthorizedError;
}

function checkEngine(it: Case, { actions, warnings }: Comparison, world: World): void {
  const creates = actions.flatMap((action) =>
    action.kind === "create" ? [{ address: action.address, name: action.after.name }] : [],
  );
  const named = warnings.filter(({ code }) => code === "not-found").flatMap(({ data }) => data.addresses ?? []);
  checkCreates(it, creates, world, (address) => named.includes(address));
}

/** Projects that exist, and that the token does not see, are created only with a warning. */
function checkCreates(
  it: Case,
  creates: readonly { readonly address: string; readonly name: string }[],
  { projects }: World,
  isWarned: (address: string) => boolean,
): void {
  const again = creates.filter(({ name }) =>
    [...projects].some(([id, other]) => !it.sees(id) && other.toLowerCase() === name.toLowerCase()),
  );
  if (!it.seesDefaultProject) expect(again).toEqual([]);
  // A token that could create projects when the organization was read saw all of them.
  if (!it.isBefore) return;
  expect(again.filter(({ address }) => !isWarned(address))).toEqual([]);
}
