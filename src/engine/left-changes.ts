import * as v from "valibot";
import type { ReadOnly } from "./shape";

/** Why a change of a document is left alone, when its organization is put back. */
export const LEFT_CAUSES = [
  /** A project was deleted: a new one would have another ID, no access and no sets. */
  "deleted-project",
  /** The apply says that it did not make the change. */
  "failed",
  "skipped",
  /** A project does not exist any more, or the token does not see it. */
  "project-missing",
  /** A project has another name than before and after the change. */
  "renamed-since",
  /** Settings have other values than before and after the change. */
  "changed-since",
  /** Settings whose values before the change, or today, are not known. */
  "not-known",
  /** The name that a project had belongs to another one today. */
  "name-taken",
  /** Workspaces do not exist any more, or the token does not see them. */
  "workspaces-missing",
  /** Workspaces are neither where they were before the change nor where it put them. */
  "moved-since",
  /** Workspaces are in the default project, over which Terraform moves them: it may have made a part of the changes. */
  "moved-or-interrupted",
  /** The project that workspaces were in does not exist any more, or the token does not see it. */
  "source-missing",
  /** A project has the name of one that was created, and the document does not have the ID of that. */
  "created-not-known",
  /** A project that was created has been changed since. */
  "created-changed",
  /** A project that was created contains workspaces. */
  "created-not-empty",
  /** The caller leaves them out. */
  "ignored",
] as const;

/** Why a change of a document is left alone, when its organization is put back. */
export type LeftCause = (typeof LEFT_CAUSES)[number];

const named = { id: v.string(), name: v.string() };

const leftChange = v.object({
  /** The action of the document: `move Platform`. */
  action: v.string(),
  cause: v.picklist(LEFT_CAUSES),
  /** The project that it is about: the destination of moves, and where `source-missing` came from. */
  project: v.optional(v.object(named)),
  /** The workspaces that it is about, by name, with the projects that they are in today if that matters. */
  workspaces: v.optional(v.array(v.object({ ...named, now: v.optional(v.object(named)) }))),
  /** Attributes of the project, or what is assigned to it: `team platform`. */
  attributes: v.optional(v.array(v.string())),
  /** The name that the project had before. */
  before: v.optional(v.string()),
  /** Lines of code that declare the project again, in the language of the organization's code. */
  code: v.optional(v.array(v.string())),
});

/** A change of a document that is left alone, as data; `report/left-text.ts` says it in words. */
export type LeftChange = ReadOnly<v.InferOutput<typeof leftChange>>;

export const undoSchema = v.object({
  /** What is left as it is. */
  left: v.array(leftChange),
  /** The Terraform states that the document was made with. They still have what the changes made. */
  states: v.array(v.object({ source: v.string(), lineage: v.string(), serial: v.number() })),
  /** Whether the document is of a plan of Terraform. */
  isTerraforms: v.boolean(),
  /** Whether the document is of an undo, so that its changes are made again. @default false */
  restores: v.optional(v.literal(true)),
});
