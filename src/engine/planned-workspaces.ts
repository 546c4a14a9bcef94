import * as v from "valibot";
import type { ReadOnly } from "./shape";

/* Workspaces that Terraform's plan creates or destroys. */

export const createdWorkspace = v.object({
  /** The address of its resource: `tfe_workspace.api`. */
  address: v.string(),
  /** Undefined when only Terraform knows it, or if it is sensitive. */
  name: v.optional(v.string()),
});

/** A workspace that Terraform's plan creates. */
export type CreatedWorkspace = ReadOnly<v.InferOutput<typeof createdWorkspace>>;

export const recreatedWorkspace = v.object({
  id: v.string(),
  /** The address of the resource that has it now. */
  from: v.string(),
  /** The address of the resource that has its name afterwards, for another workspace. */
  to: v.string(),
});

/** A workspace that Terraform's plan destroys, and whose name another one has afterwards. */
export type RecreatedWorkspace = ReadOnly<v.InferOutput<typeof recreatedWorkspace>>;

export const membersAfterApply = v.object({
  /** How many, if that is known. */
  count: v.optional(v.number()),
  /** Addresses of the workspaces that the plan creates, and that these are, or may be. */
  created: v.array(v.string()),
  /** What decides whether they are other ones, which may exist; empty if they are created. */
  dependsOn: v.array(v.string()),
});

/** The members of a membership that Terraform knows only after apply. */
export type MembersAfterApply = ReadOnly<v.InferOutput<typeof membersAfterApply>>;
