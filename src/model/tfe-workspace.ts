import { CDK_APP } from "./cdk-app";
import { formatList } from "./text";

/*
 * A workspace can also be a resource of HashiCorp's own provider, `hashicorp/tfe`. If that resource puts the workspace
 * into a project, and a membership puts it into another one, each apply undoes the other, and nothing else shows why.
 */

/** The type of the only resource of `hashicorp/tfe` that can put a workspace into a project. */
export const TFE_WORKSPACE = "tfe_workspace";

/**
 * Whether a `tfe_workspace` puts its workspace into a project on every apply: it sets `project_id`, and does not ignore
 * changes of the attribute. Without `project_id`, the workspace stays where it is.
 *
 * @param body - The block in Terraform JSON.
 * @see https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle#ignore_changes
 */
export function setsProject(body: Readonly<Record<string, unknown>>): boolean {
  const { project_id: projectId, lifecycle } = body;
  if (projectId === undefined || projectId === null || projectId === "") return false;
  const blocks: readonly unknown[] = Array.isArray(lifecycle) ? lifecycle : [lifecycle];
  return !blocks.some(ignoresProject);
}

function ignoresProject(lifecycle: unknown): boolean {
  if (typeof lifecycle !== "object" || lifecycle === null) return false;
  const ignored: unknown = Reflect.get(lifecycle, "ignore_changes");
  const names: readonly unknown[] = Array.isArray(ignored) ? ignored : [ignored];
  return names.includes("project_id") || names.includes("all");
}

/**
 * How to delete a project whose workspaces `project_id` moves elsewhere. Terraform deletes a project before it changes
 * a `tfe_workspace` that no longer refers to the project, unless the state has `create_before_destroy` for it.
 */
export const REMOVE_AFTER_MOVE =
  "the deletion comes before the move: keep the project in the configuration, apply the move, and then remove the " +
  "project.";

/** Resources that keep moving the same workspaces. */
export interface TwoOwners {
  /** The known part of the address of the membership, or of the placement. */
  readonly owner: string;
  /** The known parts of the addresses of the `tfe_workspace` resources. */
  readonly workspaces: readonly string[];
  /**
   * - `member`: the membership has the workspaces, and they set a project of their own;
   * - `placed`: a rule of the placement moves the workspaces, and they set a project of their own;
   * - `exclusive`: they set the membership's project, and the membership, which is exclusive, does not have them;
   * - `created`: a Terraform plan creates the workspaces of the membership in another project, and does not show
   *   whether the code ignores changes of `project_id`;
   * - `unread`: the membership has the workspaces, and a Terraform state has them in another project, but the code that
   *   may set it was not read: it is in a called module, or not in the Terraform plan.
   */
  readonly conflict: "member" | "placed" | "exclusive" | "created" | "unread";
}

/** The beginning of the warning that two resources move the same workspaces. */
export const TWO_OWNERS = "Two owners:";

/** The warning that two resources move the same workspaces, with the remedy. */
export function twoOwners({ owner, workspaces, conflict }: TwoOwners): string {
  const isOne = workspaces.length === 1;
  const owners = formatList(workspaces);
  const noun = isOne ? "workspace" : "workspaces";
  const leave = `Remove the ${noun} from the membership; or, to leave the project to it, `;
  const line =
    `add to ${isOne ? owners : "each of these"}: lifecycle { ignore_changes = [project_id] } ` +
    `(in a ${CDK_APP}: lifecycle: { ignoreChanges: ["project_id"] }).`;
  const both =
    `${TWO_OWNERS} ${owner} and ${owners} both set the project of the same ${noun}, so every apply of one undoes the ` +
    "other.";
  switch (conflict) {
    case "member":
      return `${both} ${leave}${line}`;
    case "placed":
      return `${both} Except the ${noun} from the placement; or, to leave the project to it, ${line}`;
    case "exclusive":
      return (
        `${TWO_OWNERS} ${owners} ${isOne ? "puts its" : "put their"} ${noun} into the project of ${owner}, ` +
        `which is exclusive, so every apply of one undoes the other. Add the ${noun} to the membership; ` +
        `or, to move ${isOne ? "it" : "them"} out, ${line}`
      );
    case "created":
      return (
        `Possibly two owners: ${owners} ${isOne ? "creates its" : "create their"} ${noun} in another project than ` +
        `that of ${owner}. If the code does not ignore changes of project_id, every apply of one undoes the ` +
        `other. ${leave}${line}`
      );
    case "unread":
      return (
        `Possibly two owners: the Terraform state has ${owners} in another project than ${owner}. If the code ` +
        `sets project_id and does not ignore changes of it, every apply of one undoes the other. ${leave}${line}`
      );
  }
}
