import { relatedId, relatedIds } from "../../api/document";
import { requestPath } from "../../api/request-path";
import { check, type Check, type Finding } from "../check";
import { attributeIn, listIn, resourceIn } from "../document";
import { describe, hasAttribute, hasStatus, isIn, isRejectedWith, shown } from "../expectations";
import { get, type ServiceResponse } from "../request";
import type { OwnObject, World } from "../world";
import {
  createdPool,
  createdVariableSet,
  listWorkspaces,
  moveByItself,
  moveInto,
  showWorkspace,
  updateProject,
  updateWorkspace,
} from "./requests";

const DURATION = "auto-destroy-activity-duration";
const DESTROY_PLANS = "allow-destroy-plan";
const SHARING = "project-remote-state";
const MODE = "default-execution-mode";

/** Whether something undocumented was accepted, with what is seen then. */
function outcome(response: ServiceResponse, seen: () => Finding): Finding {
  const { status } = response;
  if (status === 200 || status === 204) return seen();
  return status >= 400 && status < 500 ? { found: `refused: ${describe(response)}` } : describe(response);
}

/** Whether a move of a workspace was accepted: it is where the response says. */
function moveOutcome(
  move: ServiceResponse,
  workspace: ServiceResponse,
  [source, destination]: readonly [string, string],
  seen: string,
): Finding {
  const isAccepted = move.status < 400;
  return isIn(workspace, isAccepted ? destination : source) ?? outcome(move, () => ({ found: `accepted: ${seen}` }));
}

function usesPool(world: World): Readonly<Record<string, string>> {
  return { "execution-mode": "agent", "agent-pool-id": world.idOf("pool") };
}

/** @param mover - Moves the second workspace from the second project to the first one. */
function movesWithPool(it: Pick<Check, "id" | "about">, mover: Check["requests"][string]): Check {
  const workspace: OwnObject = "workspace2";
  return check({
    ...it,
    row: "project-attributes: Moves with an own agent pool",
    needs: ["write"],
    requests: {
      pool: createdPool,
      into: (world) => moveInto(world, "projectB", [world.idOf(workspace)]),
      choose: (world) => updateWorkspace(world, workspace, usesPool(world)),
      move: mover,
      workspace: (world) => showWorkspace(world, workspace),
      restore: (world) =>
        updateWorkspace(world, workspace, { "setting-overwrites": { "execution-mode": false, "agent-pool": false } }),
    },
    expects: ({ into, choose, move, workspace: seen }, world) => {
      const keeps = relatedId(resourceIn(seen), "agent-pool") === world.idOf("pool");
      const places = [world.idOf("projectB"), world.idOf("projectA")] as const;
      return (
        hasStatus(into, 204) ??
        hasStatus(choose, 200) ??
        moveOutcome(move, seen, places, keeps ? "it keeps the pool" : "it loses the pool")
      );
    },
    consequence:
      "None for tfprojects, which warns that runs may fail. What was found says whether the move fails, the runs, or " +
      "neither.",
  });
}

/**
 * What a move changes, and what no documentation says about it. After all others that change workspaces: the second one
 * is in the second project, the third one in the first, and they remain in one of these.
 */
export const MOVE_CHECKS: readonly Check[] = [
  check({
    id: "destroy-plans-with-auto-destroy",
    row: "other-clients: allow-destroy-plan of a workspace",
    needs: ["write"],
    requests: { update: (world) => updateWorkspace(world, "workspace2", { [DESTROY_PLANS]: false }) },
    expects: ({ update }) => hasStatus(update, 422),
    consequence:
      "A release before this rule: auto-destroy may spare workspaces that do not allow destroy plans, although plans " +
      "warn that they are destroyed anyway.",
  }),
  check({
    id: "move-without-destroy-plans",
    row: "other-clients: A workspace that allows no destroy plans, in a project with auto-destroy",
    needs: ["write"],
    requests: {
      duration: (world) => updateProject(world, "projectB", { [DURATION]: null }),
      disallow: (world) => updateWorkspace(world, "workspace2", { [DESTROY_PLANS]: false }),
      move: (world) => moveInto(world, "projectA", [world.idOf("workspace2")]),
      workspace: (world) => showWorkspace(world, "workspace2"),
      allow: (world) => updateWorkspace(world, "workspace2", { [DESTROY_PLANS]: true }),
    },
    expects: ({ duration, disallow, move, workspace }, world) => {
      const places = [world.idOf("projectB"), world.idOf("projectA")] as const;
      const seen = `${DESTROY_PLANS} is ${shown(attributeIn(workspace, DESTROY_PLANS))} afterwards`;
      return hasStatus(duration, 200) ?? hasStatus(disallow, 200) ?? moveOutcome(move, workspace, places, seen);
    },
    consequence: "None for tfprojects, which warns of it. What was found says whether the move fails.",
  }),
  check({
    id: "state-sharing",
    row: "other-clients: Sharing state",
    about: "with the project",
    needs: ["write"],
    requests: {
      share: (world) => updateWorkspace(world, "workspace2", { [SHARING]: true }),
      list: (world) => listWorkspaces(world, { "search[name]": world.own.workspace2.name }),
      both: (world) => updateWorkspace(world, "workspace2", { [SHARING]: true, "global-remote-state": true }),
    },
    expects: ({ share, list, both }, world) => {
      if (share.status === 200 && attributeIn(share, SHARING) === undefined)
        return { skipped: `the service does not have ${SHARING}` };
      const listed = listIn(list)?.find(({ id }) => id === world.idOf("workspace2"))?.attributes[SHARING];
      return (
        hasStatus(share, 200) ??
        hasAttribute(share, SHARING, true) ??
        (listed === true ? undefined : `${SHARING} is ${shown(listed)} in the list`) ??
        hasStatus(both, 422)
      );
    },
    consequence: "Plans do not warn of states that moved workspaces can no longer read.",
  }),
  check({
    id: "agent-pool-not-allowed",
    row: "project-attributes: Agent pools that are not allowed",
    needs: ["write"],
    requests: {
      pool: createdPool,
      update: (world) => updateWorkspace(world, "workspace3", usesPool(world)),
    },
    expects: ({ update }) => isRejectedWith(update, 422, "does not have access to use this agent pool"),
    consequence: "Plans warn of agent pools that workspaces may use after all.",
  }),
  movesWithPool({ id: "move-with-agent-pool", about: "in bulk" }, (world) =>
    moveInto(world, "projectA", [world.idOf("workspace2")]),
  ),
  movesWithPool({ id: "move-with-agent-pool-by-itself", about: "by a change of the workspace" }, (world) =>
    moveByItself(world, "workspace2", "projectA"),
  ),
  check({
    id: "default-agent-pool-not-allowed",
    row: "project-attributes: A default agent pool that does not allow its project",
    needs: ["write"],
    requests: {
      pool: createdPool,
      update: (world) =>
        updateProject(world, "projectA", { [MODE]: "agent", "default-agent-pool-id": world.idOf("pool") }),
      restore: (world) =>
        updateProject(world, "projectA", { "setting-overwrites": { [MODE]: false, "default-agent-pool": false } }),
    },
    expects: ({ update }) =>
      outcome(update, () => hasAttribute(update, MODE, "agent") ?? { found: "accepted: it is the project's pool" }),
    consequence: "None for tfprojects, which warns that runs may fail. What was found says whether an apply fails.",
  }),
  check({
    id: "owned-variable-set",
    row: "other-clients: A workspace that leaves the project that owns its variable set",
    needs: ["write"],
    requests: {
      create: createdVariableSet,
      move: (world) => moveInto(world, "projectB", [world.idOf("workspace3")]),
      set: (world) => get(requestPath`/varsets/${world.idOf("variableSet")}`),
      back: (world) => moveInto(world, "projectA", [world.idOf("workspace3")]),
    },
    expects: ({ move, set, back }, world) => {
      const isAttached = relatedIds(resourceIn(set), "workspaces").includes(world.idOf("workspace3"));
      return (
        hasStatus(move, 204) ??
        hasStatus(set, 200) ??
        hasStatus(back, 204) ?? { found: isAttached ? "it stays attached" : "it is no longer attached" }
      );
    },
    consequence: "None for tfprojects, which says that the set may be lost. What was found says whether it is.",
  }),
];
