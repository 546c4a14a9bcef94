import type { NewRun } from "./runs";
import { advance, cancelRun, reportPolicy, reportResult, setStageStatus, startRun } from "./runs";
import type { ModelState } from "./state";
import { remove } from "./state";

/** What happens at the service beside the ten operations: other people, runs, time. */
export type Event =
  | { readonly kind: "organization"; readonly name: string }
  | { readonly kind: "workspace"; readonly organization: string; readonly name: string; readonly project?: string }
  | { readonly kind: "move"; readonly workspace: string; readonly project: string }
  | { readonly kind: "delete-workspace"; readonly workspace: string }
  | {
      readonly kind: "token";
      readonly organization: string;
      readonly role: string;
      readonly projects: Readonly<Record<string, readonly string[]>>;
    }
  | { readonly kind: "run"; readonly run: NewRun }
  | { readonly kind: "cancel"; readonly run: string }
  | {
      readonly kind: "report";
      readonly result: string;
      readonly status: string;
      readonly message: string | null;
      readonly url: string | null;
    }
  | { readonly kind: "policy"; readonly policy: string; readonly status: string }
  | { readonly kind: "stage"; readonly stage: string; readonly status: string }
  | { readonly kind: "time"; readonly seconds: number };

/** Lets an event happen. False: what it is about is not there, and nothing has happened (a sequence was shortened). */
export function applyEvent(world: ModelState, event: Event): boolean {
  const workspace = (wanted: string) => world.workspaces.find(({ id }) => id === wanted);
  const project = (wanted: string) => world.projects.find(({ id }) => id === wanted);
  switch (event.kind) {
    case "organization": {
      const { name } = event;
      const id = world.newId("prj");
      world.organizations.push({ name, defaultProject: id });
      // The default project's initial name.
      world.projects.push({
        id,
        organization: name,
        name: "Default Project",
        description: null,
        duration: null,
      });
      return true;
    }
    case "workspace": {
      const organization = world.organizations.find(({ name }) => name === event.organization);
      const home = project(event.project ?? organization?.defaultProject ?? "");
      if (organization === undefined || home === undefined) return false;
      const { name } = event;
      world.workspaces.push({ id: world.newId("ws"), organization: organization.name, name, project: home.id });
      return true;
    }
    case "move": {
      const moved = workspace(event.workspace);
      if (moved === undefined || project(event.project)?.organization !== moved.organization) return false;
      moved.project = event.project;
      return true;
    }
    case "delete-workspace": {
      if (workspace(event.workspace) === undefined) return false;
      remove(world.workspaces, ({ id }) => id === event.workspace);
      const runs = world.runs.filter((run) => run.workspace === event.workspace).map(({ id }) => id);
      const stages = world.stages.filter((stage) => runs.includes(stage.run)).map(({ id }) => id);
      remove(world.runs, ({ id }) => runs.includes(id));
      remove(world.stages, ({ id }) => stages.includes(id));
      remove(world.results, ({ stage }) => stages.includes(stage));
      remove(world.policies, ({ stage }) => stages.includes(stage));
      return true;
    }
    case "token":
      if (Object.keys(event.projects).some((id) => project(id) === undefined)) return false;
      if (!world.organizations.some(({ name }) => name === event.organization)) return false;
      world.tokens.push({ ...event, name: world.newId("token") });
      return true;
    case "run":
      if (workspace(event.run.workspace) === undefined) return false;
      startRun(world, event.run);
      return true;
    case "cancel":
      return cancelRun(world, event.run);
    case "report":
      if (!world.results.some(({ id }) => id === event.result)) return false;
      reportResult(world, event.result, event.status, event.message, event.url);
      return true;
    case "policy":
      if (!world.policies.some(({ id }) => id === event.policy)) return false;
      reportPolicy(world, event.policy, event.status);
      return true;
    case "stage":
      return setStageStatus(world, event.stage, event.status);
    case "time":
      advance(world, event.seconds);
      return true;
  }
}
