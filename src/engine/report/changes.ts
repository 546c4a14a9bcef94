import { groupBy } from "../../lists";
import { takenText } from "../../model";
import { MOVE_REASONS, pluralize } from "../../reconcile";
import { compareNames } from "../../reconcile/lists";
import { assignmentWords, type ChangeOfAssignment } from "../changes/assignment-change";
import { attributeChanges, isRenamed } from "../changes/attribute-change";
import { projectKey } from "../changes/change";
import type { Drift, Plan } from "../plan/comparison";
import {
  changesByProject,
  countMoved,
  reasonsOf,
  type MoveGroup,
  type ProjectChange,
  type ReasonGroup,
} from "../plan/project-change";
import { listed, text, type AssignmentChange, type Change, type Changes, type Move, type Text } from "./blocks";

/** The words of changes: a plan makes them, drift misses them. */
interface Words extends Pick<Changes, "direction" | "columns" | "from"> {
  readonly verbs: Readonly<Record<Change["change"], string>>;
  readonly labels: Readonly<Record<Change["change"], string>>;
  /** Of workspaces: `2 workspaces move in`. */
  readonly movement: readonly [one: string, many: string];
  readonly moves: (count: number) => string;
  /** Why workspaces move that no membership names, in a few words; empty for others. */
  readonly reasonOf: (moved: Pick<ReasonGroup, "reason">) => string;
}

const DRIFT_LABELS = {
  create: "missing",
  update: "changed",
  rename: "renamed",
  assign: "assignments changed",
  delete: "to be deleted",
  none: "",
};

const WORDS: Readonly<Record<"plan" | "drift", Words>> = {
  plan: {
    direction: "",
    columns: ["From", "To"],
    from: "from",
    verbs: { create: "create", update: "update", rename: "rename", assign: "assignments", delete: "delete", none: "" },
    labels: { create: "new", update: "", rename: "renamed", assign: "assignments", delete: "deleted", none: "" },
    movement: ["moves in", "move in"],
    moves: (count) => `${pluralize(count, "workspace")} ${count === 1 ? "moves" : "move"}`,
    reasonOf: ({ reason }) => (reason === "member" || reason === "undone" ? "" : reason),
  },
  drift: {
    direction: "To match the code, an apply would make these changes:",
    columns: ["Current project", "Project in the code"],
    from: "in",
    verbs: { ...DRIFT_LABELS, rename: "rename" },
    labels: DRIFT_LABELS,
    movement: ["belongs here", "belong here"],
    moves: (count) => `${pluralize(count, "workspace")} misplaced`,
    reasonOf: ({ reason }) => MOVE_REASONS[reason].ofMisplaced,
  },
};

/** What happens to projects, and to workspaces that move into or out of them. */
export function changesOf(it: Plan | Drift): Changes {
  const all = changesByProject(it);
  const { actual } = it;
  const words = WORDS[it.kind];
  const moving = new Set(all.flatMap(({ incoming }) => incoming.map(({ id }) => id)));
  const staying = groupBy(
    actual.workspaces.filter(({ id }) => !moving.has(id)).sort(compareNames),
    ({ projectId }) => projectId,
  );
  const stayingIn = (id: string | null): readonly string[] => (staying.get(id ?? "") ?? []).map(({ name }) => name);
  const changes = all.map((change) => ({
    ...changeOf(change, it, words),
    isDefault: change.id === actual.defaultProjectId,
    staying: stayingIn(change.id),
  }));
  const changed = new Set(all.map(({ key }) => key));
  const unchanged = actual.projects.filter(({ id }) => !changed.has(id)).sort(compareNames);
  const { columns, from } = words;
  return {
    kind: "changes",
    of: it.kind,
    direction: changes.some((change) => change.attributes.length + change.assignments.length > 0)
      ? words.direction
      : "",
    changes,
    unchanged: unchanged.map(({ id, name }) => ({ name, workspaces: stayingIn(id) })),
    columns,
    from,
    moves: words.moves(moving.size),
  };
}

function changeOf(change: ProjectChange, { kind }: Plan | Drift, words: Words): Omit<Change, "isDefault" | "staying"> {
  const { key, name, before, isFoundByName, assignments, movesIn, movesOut } = change;
  const what = isRenamed(change) ? "rename" : change.change;
  return {
    key,
    name,
    nameBefore: before?.name ?? name,
    change: what,
    verb: words.verbs[what],
    label: words.labels[what],
    found: isFoundByName && kind === "plan" ? "exists, found by its name" : "",
    movement: movementOf(change, words),
    attributes: attributeChanges(change).map(({ attribute, from, to }) => ({
      label: attribute,
      before: before === null ? undefined : [{ value: from }],
      after: [{ value: to }],
    })),
    assignments: assignments.map(assignmentOf),
    movesIn: movesIn.map((group) => moveOf(group, words)),
    movesOut: movesOut.map((group) => moveOf(group, words)),
  };
}

/** How many projects a line about moves names. */
const MAX_DESTINATIONS = 3;

/** Where the workspaces of a deleted project go is said with it; others are listed where they go. */
function movementOf({ change, incoming, movesOut }: ProjectChange, { movement: [one, many] }: Words): Text {
  if (incoming.length > 0)
    return text`${pluralize(incoming.length, "workspace")} ${incoming.length === 1 ? one : many}`;
  if (change !== "delete" || movesOut.length === 0) return [];
  const count = countMoved(movesOut);
  const names = movesOut.map(({ to: { name }, workspaces }) => {
    return text`${{ name }}${movesOut.length === 1 ? "" : ` (${workspaces.length})`}`;
  });
  const destinations = names.length > MAX_DESTINATIONS ? text`${names.length} projects` : listed(names);
  return text`${pluralize(count, "workspace")} ${count === 1 ? "moves" : "move"} out first, to ${destinations}`;
}

function moveOf(group: MoveGroup, words: Words): Move {
  const { from, to, workspaces } = group;
  const reasons = [...groupBy(workspaces, words.reasonOf)].filter(([reason]) => reason !== "");
  const isOnly = reasons.length === 1 && reasons[0]?.[1].length === workspaces.length;
  return {
    from: { key: from.id, name: from.name },
    to: { key: projectKey(to), name: to.name },
    count: workspaces.length,
    reason: reasons.map(([reason, { length }]) => (isOnly ? reason : `${length} ${reason}`)).join(", "),
    isRequired: workspaces.every(({ reason }) => ["member", "placed", "undone"].includes(reason)),
    parts: reasonsOf(group).map((moved) => ({
      reason: moved.rule === undefined ? words.reasonOf(moved) : takenText(moved.rule.position, moved.rule.matches),
      names: moved.workspaces.map(({ name }) => name),
    })),
  };
}

const SIGNS = { add: "+", change: "~", remove: "-" } as const;

function assignmentOf(assignment: ChangeOfAssignment): AssignmentChange {
  const { change, object } = assignment;
  const { noun, details } = assignmentWords(assignment);
  const suffix = details.length === 0 ? "" : ` (${details.join(", ")})`;
  return { change, text: text`${SIGNS[change]} ${noun} ${{ name: object.name }}${suffix}` };
}

/** The number of assignments, and of those that are removed: `48 assignments (8 to remove)`. */
export function assignmentCount(assignments: readonly AssignmentChange[], noun = "assignment"): string {
  const removed = assignments.filter(({ change }) => change === "remove").length;
  return `${pluralize(assignments.length, noun)}${removed === 0 ? "" : ` (${removed} to remove)`}`;
}

/**
 * Those that a report leaves out last come first: removed and changed ones.
 *
 * @param max - How many it shows: if there are no more, they stay in their order.
 */
export function bySeverity(assignments: readonly AssignmentChange[], max = 0): readonly AssignmentChange[] {
  if (assignments.length <= max) return assignments;
  return (["remove", "change", "add"] as const).flatMap((kind) => assignments.filter(({ change }) => change === kind));
}
