import { groupBy } from "../../lists";
import { capitalized } from "../../model";
import { formatList, pluralize } from "../../reconcile";
import { irreversibleOf } from "../changes/kinds";
import type { Comparison } from "../plan/comparison";
import type { LeftCause, LeftChange } from "../left-changes";

/** The change that is left alone, the reason, and the next step. */
type LeftText = readonly [what: string, why: string, next?: string];

/** How many workspaces a sentence names. */
const NAMES_SHOWN = 5;

/** Changes that an undo leaves alone, as reports show them. */
export interface LeftItem {
  readonly text: string;
  /** Lines of code that declare the deleted projects again. */
  readonly code: readonly string[];
}

/** All changes that an undo leaves alone: a text for each reason and its objects, which has each project once. */
export function leftTexts(left: readonly LeftChange[]): readonly LeftItem[] {
  return [...groupBy(left, groupKey).values()].map((group) => ({
    text: leftSentence(...eachProject(group)),
    code: group.flatMap(({ code = [] }) => (code.length === 0 ? [] : ["", ...code])).slice(1),
  }));
}

/** Changes of projects that differ only in the names of these have one text. */
function groupKey(left: LeftChange): LeftChange | LeftCause {
  const { cause, workspaces, attributes, before } = left;
  return workspaces === undefined && attributes === undefined && before === undefined ? cause : left;
}

type LeftGroup = readonly [LeftChange, ...LeftChange[]];

function eachProject([first, ...others]: LeftGroup): LeftGroup {
  const seen = new Set<string>();
  const isNew = ({ project, action }: LeftChange): boolean => seen.size < seen.add(project?.id ?? action).size;
  isNew(first);
  return [first, ...others.filter(isNew)];
}

/** One change as sentences, or several with the same {@link groupKey}. */
export function leftSentence(...group: LeftGroup): string {
  const [first] = group;
  const [what, why, next] = TEXTS[first.cause](first, group);
  return `${what}: ${why}.${next === undefined ? "" : ` ${next}`}`;
}

const UNSEEN = "does not exist any more, or the token does not see it";
const BY_HAND = "Change it by hand, if it should.";

const TEXTS: Readonly<Record<LeftCause, (left: LeftChange, group: LeftGroup) => LeftText>> = {
  "deleted-project": (_, group) => [
    `The deletion of ${namesText(group)}`,
    "a new project would have another ID, and neither its access nor its sets",
    `The code below creates ${them(group)}. Then give access to ${them(group)}, and move workspaces by code.`,
  ],
  failed: (_, group) => [
    actionsText(group),
    `${group.length === 1 ? "it" : "they"} failed, so there is nothing to undo`,
  ],
  skipped: (_, group) => [
    actionsText(group),
    `${group.length === 1 ? "it was" : "they were"} skipped, so there is nothing to undo`,
  ],
  "project-missing": (_, group) => [projectsText(group), areUnseen(group)],
  "renamed-since": (left) => [
    `The name of ${projectText(left)}`,
    `someone has renamed it since; before, it was ${left.before ?? ""}`,
    BY_HAND,
  ],
  "changed-since": (left) => [attributesText(left), "someone has changed it since", BY_HAND],
  "not-known": (left) => [
    attributesText(left),
    "the service does not report what it is, or did not report what it was",
    BY_HAND,
  ],
  "name-taken": (left) => [
    `The name of ${projectText(left)}`,
    `another project has the name that it had before, ${left.before ?? ""}`,
    "Rename the other project, and undo again.",
  ],
  "workspaces-missing": (left) => [workspacesText(left), areUnseen(left.workspaces ?? [])],
  "moved-since": (left) => movedText(left),
  "moved-or-interrupted": (left) => movedText(left, ", or an apply with Terraform has ended half-way"),
  "source-missing": (left) => [
    workspacesText(left),
    `the project that ${they(left.workspaces)} came from, ${nameText(left)}, ${UNSEEN}`,
    `Assign ${them(left.workspaces)} to a project in the code.`,
  ],
  "created-not-known": (_, group) => [
    projectsText(group),
    `it is unknown whether these changes created ${them(group)}`,
    group.length === 1
      ? "Delete it by hand if they did and it is empty, or undo the JSON document of the apply."
      : "Delete the created ones by hand if they are empty, or undo the JSON document of the apply.",
  ],
  "created-changed": (left) => [
    `${capitalized(projectText(left))}, which was created`,
    `someone has changed its ${formatList(left.attributes ?? [])} since`,
    "Delete it by hand, if it should not exist.",
  ],
  "created-not-empty": (left) => [
    `${capitalized(projectText(left))}, which was created`,
    left.workspaces?.length === 0
      ? "it is not empty, although the token may not see what it contains"
      : `it is not empty: it contains ${workspacesText(left)}`,
    "Move them to another project, and undo again.",
  ],
  ignored: (left, group) => [
    left.workspaces === undefined ? projectsText(group) : workspacesText(left),
    (left.workspaces ?? group).length === 1 ? "it is ignored" : "they are ignored",
  ],
};

function movedText(left: LeftChange, orElse = ""): LeftText {
  return [
    workspacesText(left, true),
    `someone has moved ${them(left.workspaces)} since${orElse}`,
    `Move ${them(left.workspaces)} by hand, if ${they(left.workspaces)} should be elsewhere.`,
  ];
}

function them({ length }: readonly unknown[] = []): string {
  return length === 1 ? "it" : "them";
}

function they({ length }: readonly unknown[] = []): string {
  return length === 1 ? "it" : "they";
}

function areUnseen({ length }: readonly unknown[]): string {
  return length === 1 ? `it ${UNSEEN}` : "they do not exist any more, or the token does not see them";
}

function projectsText(group: LeftGroup): string {
  return `${group.length === 1 ? "Project" : "Projects"} ${namesText(group)}`;
}

/** All names, since each of the projects may have to be changed by hand. */
function namesText(group: LeftGroup): string {
  const [first, ...others] = group;
  return others.length === 0 ? nameText(first) : group.flatMap(({ project }) => project?.name ?? []).join(", ");
}

function actionsText(group: LeftGroup): string {
  return group.map(({ action }) => action).join(", ");
}

function projectText(left: LeftChange): string {
  return `project ${nameText(left)}`;
}

function nameText({ project }: LeftChange): string {
  return project === undefined ? "" : `${project.name} (${project.id})`;
}

function attributesText(left: LeftChange): string {
  return `${formatList(left.attributes ?? [])} of ${projectText(left)}`;
}

function workspacesText({ workspaces = [] }: LeftChange, withPlaces = false): string {
  const names = workspaces.map(({ name, now }) => (withPlaces && now !== undefined ? `${name} in ${now.name}` : name));
  return `${pluralize(names.length, "workspace")} (${formatList(names, undefined, NAMES_SHOWN)})`;
}

const REVERT_CODE =
  "The code still contains these changes: revert it before the next apply, which would make them again.";
const KEEP_CODE =
  "This makes changes again that an undo had taken back. If the code was reverted after that undo, restore the code " +
  "before the next apply, which would take them back once more.";

/** The next steps after an undo, a sentence each: the code still contains the changes, unless they were an undo. */
export function afterUndo(plans: readonly Pick<Comparison, "desired" | "actions">[]): readonly string[] {
  const changing = plans.flatMap(({ desired: { undo }, actions }) =>
    undo === undefined || actions.length === 0 ? [] : [{ undo, actions }],
  );
  if (changing.length === 0) return [];
  const deletes = changing.some(({ actions }) => irreversibleOf(actions).deleted.length > 0);
  const hasState = changing.some(({ undo }) => undo.isTerraforms || undo.states.length > 0);
  const restores = changing.some(({ undo }) => undo.restores === true);
  return [
    ...(changing.every(({ undo }) => undo.restores === true) ? [] : [REVERT_CODE]),
    ...(restores ? [KEEP_CODE] : []),
    ...(hasState && deletes
      ? [
          "Projects that were deleted may be in Terraform's state or in import blocks: remove these blocks, and " +
            "refresh the state.",
        ]
      : []),
  ];
}
