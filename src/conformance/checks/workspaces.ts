import { asObject } from "../../json";
import { idPrefix } from "../../model";
import { check, type Check } from "../check";
import { attributeIn, listIn } from "../document";
import { hasAttribute, hasStatus, isIn, isResource, lists, shown } from "../expectations";
import { createdWorkspace, listWorkspacesIn, moveInto, showProject, showWorkspace, updateProject } from "./requests";

const DURATION = "auto-destroy-activity-duration";
const INHERITS = "inherits-project-auto-destroy";

/** In this order, after those that create the projects: they create three workspaces, and move them. */
export const WORKSPACE_CHECKS: readonly Check[] = [
  check({
    id: "create-workspace",
    row: "workspaces: A new workspace in a project",
    needs: ["write"],
    requests: {
      duration: (world) => updateProject(world, "projectA", { [DURATION]: "30d" }),
      first: (world) => createdWorkspace(world, "workspace1"),
      second: (world) => createdWorkspace(world, "workspace2"),
      third: (world) => createdWorkspace(world, "workspace3"),
      workspace: (world) => showWorkspace(world, "workspace1"),
    },
    expects: ({ first, workspace }, world) =>
      hasStatus(first, 201) ??
      isResource(first, "workspaces", idPrefix("workspace")) ??
      isIn(workspace, world.idOf("projectA")) ??
      hasAttribute(workspace, DURATION, "30d"),
    consequence: "The impact of moves that plans show is another than the one that happens.",
  }),
  check({
    id: "workspaces-of-project",
    row: "workspaces: List workspaces",
    needs: ["write"],
    requests: {
      list: (world) => listWorkspacesIn(world, "projectA"),
    },
    expects: ({ list }, world) => {
      const count = listIn(list)?.length ?? 0;
      const ids = (["workspace1", "workspace2", "workspace3"] as const).map((it) => world.idOf(it));
      return lists(list, ...ids) ?? (count === ids.length ? undefined : `a list of ${count}, not ${ids.length}`);
    },
    consequence: "Workspaces count as those of another project, or projects with workspaces as empty.",
  }),
  check({
    id: "tags-included",
    row: "workspaces: A workspace without tags",
    needs: ["write"],
    requests: {
      list: (world) => listWorkspacesIn(world, "projectA", { include: "effective_tag_bindings" }),
    },
    expects: ({ list }) => {
      const [first] = listIn(list) ?? [];
      if (list.status !== 200 || first === undefined) return hasStatus(list, 200) ?? "an empty list";
      const relationship = first.relationships["effective-tag-bindings"];
      if (relationship === undefined) return { found: "no relationship" };
      const { data } = asObject(relationship);
      return Array.isArray(data) && data.length === 0
        ? { found: "an empty relationship" }
        : `its data is ${shown(data)}`;
    },
    consequence: "Rules by tags refuse to move workspaces, or match too many.",
  }),
  check({
    id: "move",
    row: "success: Move workspaces",
    needs: ["write"],
    requests: {
      move: (world) => moveInto(world, "projectB", [world.idOf("workspace1")]),
      workspace: (world) => showWorkspace(world, "workspace1"),
    },
    expects: ({ move, workspace }, world) => hasStatus(move, 204) ?? isIn(workspace, world.idOf("projectB")),
    consequence: "Workspaces cannot be moved.",
  }),
  check({
    id: "moved-at-once",
    row: "after-writes: A moved workspace",
    needs: ["write"],
    requests: {
      move: (world) => moveInto(world, "projectB", [world.idOf("workspace2")]),
      project: (world) => showProject(world, "projectB"),
      list: (world) => listWorkspacesIn(world, "projectB"),
    },
    expects: ({ project, list }, world) => {
      const count = attributeIn(project, "workspace-count");
      return (
        (count === undefined ? undefined : hasAttribute(project, "workspace-count", 2)) ??
        lists(list, world.idOf("workspace2"))
      );
    },
    consequence:
      "A project that is about to be deleted counts as empty although it is not, and a move whose response was lost " +
      "as failed.",
  }),
  check({
    id: "moved-duration",
    row: "workspaces: A moved workspace",
    needs: ["write"],
    requests: {
      duration: (world) => updateProject(world, "projectB", { [DURATION]: "60d" }),
      move: (world) => moveInto(world, "projectB", [world.idOf("workspace3")]),
      workspace: (world) => showWorkspace(world, "workspace3"),
    },
    expects: ({ duration, move, workspace }) =>
      hasStatus(duration, 200) ??
      hasStatus(move, 204) ??
      hasAttribute(workspace, INHERITS, true) ??
      hasAttribute(workspace, DURATION, "60d"),
    consequence: "Plans show other durations than those that workspaces have after the move.",
  }),
  check({
    id: "setting-overwrites",
    row: "project-access: inherits-project-auto-destroy and setting-overwrites",
    needs: ["write"],
    requests: { workspace: (world) => showWorkspace(world, "workspace1") },
    expects: ({ workspace }) => {
      const overwrites = attributeIn(workspace, "setting-overwrites");
      return asObject(overwrites)["execution-mode"] === false
        ? undefined
        : `setting-overwrites is ${shown(overwrites)}`;
    },
    consequence: "Plans take execution settings for inherited that are not, or the reverse.",
  }),
  check({
    id: "move-again",
    row: "workspaces: A workspace that is already in the project",
    needs: ["write"],
    requests: {
      again: (world) => moveInto(world, "projectB", [world.idOf("workspace1")]),
      twice: (world) => moveInto(world, "projectB", [world.idOf("workspace1"), world.idOf("workspace1")]),
    },
    expects: ({ again, twice }) => hasStatus(again, 204) ?? hasStatus(twice, 204),
    consequence: "The retry of a move whose response was lost fails, although the workspaces were moved.",
  }),
  check({
    id: "move-all-or-none",
    row: "errors: Move workspaces 403",
    needs: ["write"],
    requests: {
      move: (world) => moveInto(world, "projectA", [world.idOf("workspace1"), world.unknownId("workspace")]),
      workspace: (world) => showWorkspace(world, "workspace1"),
    },
    expects: ({ move, workspace }, world) => {
      const isNamed = move.problems.some(({ detail }) => detail?.includes(world.unknownId("workspace")));
      return (
        hasStatus(move, 403) ??
        (isNamed ? undefined : "the detail does not name the workspace") ??
        isIn(workspace, world.idOf("projectB"))
      );
    },
    consequence: "A failed move may have moved some of the workspaces: errors say that none was.",
  }),
  ...[250, 1000].map((count) =>
    check({
      id: `move-${count}`,
      row: "workspaces: The number of workspaces in a move",
      about: `the same ${count} times`,
      needs: ["write"],
      requests: {
        move: (world) => moveInto(world, "projectA", Array<string>(count).fill(world.idOf("workspace3"))),
      },
      expects: ({ move }) => hasStatus(move, 204),
      consequence: `Memberships of ${count} workspaces cannot be moved in one request, as an apply does.`,
    }),
  ),
];
