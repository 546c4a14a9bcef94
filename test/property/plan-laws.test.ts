import fc from "fast-check";
import { nameKey } from "../../src/model";
import type { ActualOrganization } from "../../src/reconcile/actual";
import type { CodeMembership, CodeProject, DesiredOrganization } from "../../src/reconcile/desired";
import type { Action } from "../../src/reconcile/planning/action";
import type { OrganizationPlan, PlanOptions } from "../../src/reconcile/planning/plan";
import { planOrganization } from "../../src/reconcile/planning/plan";

const RUNS = 10_000;
const NAMES = ["Default Project", "Alpha", "Beta", "Gamma", "Delta", "alpha", "BETA"];
const DEFAULT_ID = "prj-default";

/** The service as far as a plan needs it, refusing what the real one refuses. */
class Organization {
  readonly projects = new Map<string, ActualOrganization["projects"][number]>();
  readonly workspaces = new Map<string, ActualOrganization["workspaces"][number]>();
  #created = 0;

  constructor(actual: ActualOrganization) {
    for (const project of actual.projects) this.projects.set(project.id, project);
    for (const workspace of actual.workspaces) this.workspaces.set(workspace.id, workspace);
  }

  do(action: Action): void {
    switch (action.kind) {
      case "create":
        this.#nameIsFree(action.to.name);
        this.#created += 1;
        {
          this.#put(`prj-new${this.#created}`, action.to);
          return;
        }
      case "update": {
        const { name, description, autoDestroyActivityDuration } = this.#project(action.projectId);
        expect({ name, description, autoDestroyActivityDuration }).toEqual(action.from);
        this.#nameIsFree(action.to.name, action.projectId);
        this.#put(action.projectId, action.to);
        return;
      }
      case "move": {
        const { id, name } = action.destination;
        const destination = id ?? [...this.projects.values()].find((it) => it.name === name)?.id ?? "nowhere";
        this.#project(destination);
        for (const moved of action.workspaces) {
          const workspace = this.workspaces.get(moved.id)!;
          expect(workspace.projectId).toBe(moved.from.id);
          expect(destination).not.toBe(moved.from.id);
          this.workspaces.set(workspace.id, { ...workspace, projectId: destination });
        }
        return;
      }
      case "delete":
        expect(action.projectId).not.toBe(DEFAULT_ID);
        expect([...this.workspaces.values()].filter((it) => it.projectId === action.projectId)).toEqual([]);
        this.projects.delete(action.projectId);
    }
  }

  state(): ActualOrganization {
    return {
      name: "acme",
      defaultProjectId: DEFAULT_ID,
      projects: [...this.projects.values()],
      workspaces: [...this.workspaces.values()],
    };
  }

  #put(id: string, to: CodeProject | Pick<CodeProject, "name" | "description" | "autoDestroyActivityDuration">): void {
    const { name, description, autoDestroyActivityDuration } = to;
    this.projects.set(id, project(id, name, description, autoDestroyActivityDuration));
  }

  #project(id: string): ActualOrganization["projects"][number] {
    const found = this.projects.get(id);
    if (found === undefined) throw new Error(`The service has no project ${id}.`);
    return found;
  }

  #nameIsFree(name: string, except?: string): void {
    const holder = [...this.projects.values()].find((it) => nameKey(it.name) === nameKey(name));
    if (holder !== undefined && holder.id !== except) throw new Error(`The name ${name} is taken by ${holder.id}.`);
  }
}

function project(
  id: string,
  name: string,
  description: string | null,
  autoDestroyActivityDuration: string | null,
): ActualOrganization["projects"][number] {
  return {
    id,
    name,
    description,
    autoDestroyActivityDuration,
    workspaceCount: undefined,
    teamCount: undefined,
    permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
    organization: "acme",
  };
}

const description = fc.constantFrom(null, "one", "two");
const duration = fc.constantFrom(null, "14d", "36h");
const differentNames = (max: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: max, selector: nameKey });

const actualOrganization: fc.Arbitrary<ActualOrganization> = fc
  .record({
    names: differentNames(5).filter((names) => names.length > 0),
    attributes: fc.array(fc.tuple(description, duration), { minLength: 5, maxLength: 5 }),
    homes: fc.array(fc.nat(4), { maxLength: 6 }),
  })
  .map(({ names, attributes, homes }) => {
    const projects = names.map((name, index) =>
      project(index === 0 ? DEFAULT_ID : `prj-${index}`, name, ...attributes[index]!),
    );
    const workspaces = homes.map((home, index) => ({
      id: `ws-${index}`,
      name: `workspace-${index}`,
      projectId: projects[home % projects.length]!.id,
      organization: "acme",
    }));
    return { name: "acme", defaultProjectId: DEFAULT_ID, projects, workspaces };
  });

const desiredOrganization = (actual: ActualOrganization): fc.Arbitrary<DesiredOrganization> =>
  fc
    .record({
      names: differentNames(4),
      attributes: fc.array(fc.tuple(description, duration), { minLength: 4, maxLength: 4 }),
      previousNames: fc.array(differentNames(2), { minLength: 4, maxLength: 4 }),
      imported: fc.array(
        fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(4) }),
        {
          minLength: 4,
          maxLength: 4,
        },
      ),
      homes: fc.array(fc.nat(6), { minLength: 6, maxLength: 6 }),
      byName: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      exclusive: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    })
    .map(({ names, attributes, previousNames, imported, homes, byName, exclusive }) => {
      const taken = new Set<string>();
      const projects = names.map((name, index): CodeProject => {
        const [text, time] = attributes[index]!;
        const id = imported[index] === undefined ? undefined : actual.projects[imported[index]]?.id;
        const own = id === undefined || taken.has(id) ? undefined : id;
        if (own !== undefined) taken.add(own);
        return {
          address: `tfprojects_project.p${index}`,
          name,
          description: text,
          autoDestroyActivityDuration: time,
          previousNames: previousNames[index]!.filter((previous) => nameKey(previous) !== nameKey(name)),
          id: own,
        };
      });
      const memberships = [...projects.map((_, index) => index), 4].map((place): CodeMembership => {
        const members = actual.workspaces.filter((_, index) => homes[index] === place);
        return {
          address: `tfprojects_workspace_membership.m${place}`,
          project: place === 4 ? { by: "default" } : { by: "address", address: `tfprojects_project.p${place}` },
          workspaceIds: members.filter((_, index) => !byName[index]).map(({ id }) => id),
          workspaceNames: members.filter((_, index) => byName[index]).map(({ name }) => name),
          exclusive: exclusive[place]!,
        };
      });
      return { name: "acme", projects, memberships, references: [] };
    });

const options: fc.Arbitrary<PlanOptions> = fc.record({
  prune: fc.boolean(),
  evacuate: fc.boolean(),
  maxDeletes: fc.constantFrom(undefined, 10),
});

const situation = actualOrganization.chain((actual) =>
  fc.record({
    actual: fc.constant(actual),
    desired: desiredOrganization(actual),
    options,
    choices: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  }),
);

/** The actions in some order that their `after` allows. */
function anyOrder(plan: OrganizationPlan, choices: readonly number[]): readonly Action[] {
  const done = new Set<string>();
  const order: Action[] = [];
  while (order.length < plan.actions.length) {
    const ready = plan.actions.filter((it) => !done.has(it.id) && it.after.every((id) => done.has(id)));
    const next = ready[choices[order.length % choices.length]! % ready.length];
    if (next === undefined) throw new Error("No action is ready.");
    done.add(next.id);
    order.push(next);
  }
  return order;
}

function applied(actual: ActualOrganization, actions: readonly Action[]): ActualOrganization {
  const organization = new Organization(actual);
  for (const action of actions) organization.do(action);
  return organization.state();
}

describe("for any organization and any code", () => {
  test("a plan that is not refused can be done in any order it allows, and leaves nothing to do", () => {
    let done = 0;
    fc.assert(
      fc.property(situation, ({ actual, desired, options, choices }) => {
        const plan = planOrganization(desired, actual, options);
        fc.pre(plan.refusals.length === 0);
        done += 1;
        const after = applied(actual, anyOrder(plan, choices));

        for (const wanted of desired.projects) {
          const { name, description, autoDestroyActivityDuration } = wanted;
          expect(after.projects).toContainEqual(
            expect.objectContaining({ name, description, autoDestroyActivityDuration }),
          );
        }
        expect(planOrganization(desired, after, options)).toMatchObject({ actions: [], refusals: [], attention: [] });
      }),
      { numRuns: RUNS },
    );
    expect(done).toBeGreaterThanOrEqual(RUNS);
  });
});
