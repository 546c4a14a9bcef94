import { formatList, pluralize } from "../../reconcile";
import { irreversibleOf } from "../actions/table";
import type { Comparison } from "../plan/comparison";
import type { LeftCause, LeftChange } from "../undone";

/** What is left alone, why, and what to do about it, if there is something. */
type LeftText = readonly [what: string, why: string, next?: string];

/** How many workspaces a sentence names. */
const NAMES_SHOWN = 5;

/** What an undo leaves as it is; nothing for other plans. */
export function leftOf({ desired }: Pick<Comparison, "desired">): readonly LeftChange[] {
  return desired.undo?.left ?? [];
}

/** A change that is left alone as sentences. */
export function leftSentence(left: LeftChange): string {
  const [what, why, next] = TEXTS[left.cause](left);
  return `${what}: ${why}.${next === undefined ? "" : ` ${next}`}`;
}

const UNSEEN = "does not exist any more, or the token does not see it";
const BY_HAND = "Change it by hand, if it should.";

const TEXTS: Readonly<Record<LeftCause, (left: LeftChange) => LeftText>> = {
  "deleted-project": (left) => [
    `The deletion of ${projectText(left)}`,
    "a new project would have another ID, and neither its access nor its sets",
    "The code below creates it. Then give access to it, and move its workspaces by code.",
  ],
  failed: ({ action }) => [action, "it failed, so there is nothing to undo"],
  skipped: ({ action }) => [action, "it was skipped, so there is nothing to undo"],
  "project-gone": (left) => [`Project ${projectText(left)}`, `it ${UNSEEN}`],
  "renamed-since": (left) => [
    `The name of project ${projectText(left)}`,
    `someone has renamed it since; before, it was ${left.before ?? ""}`,
    BY_HAND,
  ],
  "changed-since": (left) => [
    `${attributesText(left)} of project ${projectText(left)}`,
    "someone has changed it since",
    BY_HAND,
  ],
  "not-known": (left) => [
    `${attributesText(left)} of project ${projectText(left)}`,
    "the service does not report what it is, or did not report what it was",
    BY_HAND,
  ],
  "name-taken": (left) => [
    `The name of project ${projectText(left)}`,
    `another project has the name that it had before, ${left.before ?? ""}`,
    "Rename the other project, and undo again.",
  ],
  "workspaces-gone": (left) => [
    workspacesText(left),
    left.workspaces?.length === 1 ? `it ${UNSEEN}` : "they do not exist any more, or the token does not see them",
  ],
  "moved-since": (left) => [
    workspacesText(left, true),
    "someone has moved them since, or an apply with Terraform has ended half-way",
    "Move them by hand, if they should be elsewhere.",
  ],
  "source-gone": (left) => [
    workspacesText(left),
    `the project that they came from, ${projectText(left)}, ${UNSEEN}`,
    "Assign them to a project in the code.",
  ],
  "created-not-known": (left) => [
    `Project ${projectText(left)}`,
    "it is unknown whether these changes created it",
    "Delete it by hand if they did and it is empty, or undo the JSON document of the apply.",
  ],
  "created-changed": (left) => [
    `Project ${projectText(left)}, which was created`,
    `someone has changed its ${formatList(left.attributes ?? [])} since`,
    "Delete it by hand, if it should not exist.",
  ],
  "created-not-empty": (left) => [
    `Project ${projectText(left)}, which was created`,
    left.workspaces?.length === 0
      ? "it is not empty, although the token may not see what it contains"
      : `it is not empty: it contains ${workspacesText(left)}`,
    "Move them to another project, and undo again.",
  ],
  ignored: (left) => [
    left.workspaces === undefined ? `Project ${projectText(left)}` : workspacesText(left),
    "it is to be ignored",
  ],
};

function projectText({ project }: LeftChange): string {
  return project === undefined ? "" : `${project.name} (${project.id})`;
}

function attributesText({ attributes = [] }: LeftChange): string {
  return formatList(attributes);
}

function workspacesText({ workspaces = [] }: LeftChange, withPlaces = false): string {
  const names = workspaces.map(({ name, now }) => (withPlaces && now !== undefined ? `${name} in ${now.name}` : name));
  return `${pluralize(names.length, "workspace")} (${formatList(names, undefined, NAMES_SHOWN)})`;
}

/** What of a plan cannot be undone; empty if everything can, and if the plan is blocked. */
export function irreversibleText(
  { actions, refusals }: Pick<Comparison, "actions" | "refusals">,
  format: (name: string) => string,
): string {
  if (refusals.length > 0) return "";
  const { deleted, unknown } = irreversibleOf(actions);
  const changes = unknown.map(({ name, attributes }) => `the change of ${formatList(attributes)} of ${format(name)}`);
  const parts = [
    ...(deleted.length === 0 ? [] : [`the deletion of ${pluralize(deleted.length, "project")}`]),
    ...(changes.length === 0 ? [] : [formatList(changes, undefined, NAMES_SHOWN)]),
  ];
  return parts.length === 0 ? "" : `Cannot be undone: ${parts.join(", ")}.`;
}

/** What has to be done after an undo, a sentence each: the code still contains the changes. */
export function afterUndo(plans: readonly Pick<Comparison, "desired" | "actions">[]): readonly string[] {
  const undoing = plans.flatMap(({ desired: { undo }, actions }) => (undo === undefined ? [] : [{ undo, actions }]));
  const changing = undoing.filter(({ actions }) => actions.length > 0);
  if (changing.length === 0) return [];
  const deletes = changing.some(({ actions }) => irreversibleOf(actions).deleted.length > 0);
  const hasState = changing.some(({ undo }) => undo.isTerraforms || undo.states.length > 0);
  return [
    "The code still contains these changes: revert it before the next apply, which would make them again.",
    ...(hasState && deletes
      ? [
          "Projects that were deleted may be in Terraform's state or in import blocks: remove these blocks, and " +
            "refresh the state.",
        ]
      : []),
  ];
}
