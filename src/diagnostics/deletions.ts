import { REMOVE_AFTER_MOVE, settingIn, type CodeLanguage, type NamedObject } from "../model";
import { formatList, pluralize } from "../reconcile/text";
import { planError } from "./plan-error";

/** The default project would be deleted. */
export const defaultProjectDeleted = planError(
  "DEFAULT_PROJECT",
  "Default project cannot be deleted",
  ({ language }: { readonly project: NamedObject; readonly language?: CodeLanguage | undefined }) =>
    "The default project cannot be deleted. To stop managing it, set " +
    `${settingIn(language, "deletion_policy", "retain")} with \`terraform apply\` before you remove it from the code.`,
);

/** Nothing moves workspaces out of a project to be deleted; of one that is evacuated, they are ignored. */
interface NotEmpty {
  readonly project: NamedObject;
  readonly workspaces: readonly string[];
  /** Why the project is deleted. */
  readonly deletion: "unmanaged" | "dropped" | "undone";
  readonly evacuate: boolean;
  /** Addresses of the `tfe_workspace` resources that set another project for some of these, or one not known yet. */
  readonly leaving: readonly string[];
  /** How the code sets attributes. @default as Terraform's */
  readonly language?: CodeLanguage | undefined;
}

const WHY_DELETED: Readonly<Record<NotEmpty["deletion"], string>> = {
  unmanaged: "is unmanaged",
  dropped: "was removed from the code",
  undone: "was created by the changes that are undone",
};

export const notEmpty = planError(
  "PROJECT_NOT_EMPTY",
  "Project is not empty",
  ({ workspaces, deletion, evacuate, leaving, language }: NotEmpty) => {
    const isOne = workspaces.length === 1;
    const them = leaving.length > 0 ? "the others" : isOne ? "it" : "them";
    const isIgnored = evacuate ? ` that ${isOne ? "is" : "are"} ignored` : "";
    const next =
      evacuate || deletion === "undone"
        ? `Move ${them} to another project.`
        : deletion === "unmanaged"
          ? `Assign ${them} to a project of the code.`
          : `Assign ${them} to a project of the code, or keep the project in the code with ` +
            `${settingIn(language, "deletion_policy", "evacuate")}, run \`terraform apply\`, and then remove it: the ` +
            `${isOne ? "workspace moves" : "workspaces move"} to the default project.`;
    const contains = `still contains ${pluralize(workspaces.length, "workspace")}${isIgnored}`;
    const canEvacuate = deletion === "unmanaged" && leaving.length === 0;
    return {
      detail: [
        `The project ${WHY_DELETED[deletion]} and ${contains}: ${formatList(workspaces)}.`,
        ...(leaving.length === 0 ? [] : [removeAfterMove(leaving, workspaces.length)]),
        ...(leaving.length === workspaces.length ? [] : [next]),
      ].join(" "),
      nextStep: evacuate
        ? "Or use {ignore} for this project too."
        : canEvacuate
          ? "Or use {evacuate} to move them to the default project."
          : undefined,
    };
  },
);

/** @param owners - Addresses of the `tfe_workspace` resources of some of these workspaces. */
function removeAfterMove(owners: readonly string[], workspaces: number): string {
  const all = workspaces === 1 ? "its project" : "their projects";
  const projects = owners.length < workspaces ? `the project of ${owners.length} of them` : all;
  return `Terraform sets ${projects} (${formatList(owners)}), but ${REMOVE_AFTER_MOVE}`;
}
