import { TFE_PROJECT, TFE_PROVIDERS, type ProjectState, type RESOURCES } from "../model";
import { DiagnosticError, type MoveSource } from "../plugin";

type Stored = Readonly<Record<string, unknown>>;

/**
 * Accepts the state of a `tfe_project` of `hashicorp/tfe`. Attributes that a `tfe_project` lacks are null until the
 * refresh that follows reads them.
 *
 * @see https://registry.terraform.io/providers/hashicorp/tfe/latest/docs/resources/project
 */
export const tfeProject: MoveSource<typeof RESOURCES.tfprojects_project> = {
  providers: TFE_PROVIDERS,
  type: TFE_PROJECT,
  schemaVersions: [0],

  move(stored: Stored): ProjectState {
    return {
      id: requiredText(stored, "id"),
      name: requiredText(stored, "name"),
      organization: requiredText(stored, "organization"),
      // Also "" if it is unset: kept, because the code may set "".
      description: text(stored, "description"),
      auto_destroy_activity_duration: notEmpty(text(stored, "auto_destroy_activity_duration")),
      default_execution_mode: null,
      default_agent_pool_id: null,
      tags: tags(stored),
      // hashicorp/tfe stores false if it is unset, which means the same.
      ignore_additional_tags: stored["ignore_additional_tags"] === true ? true : null,
      deletion_policy: "refuse",
      adopt_existing: null,
      previous_names: null,
    };
  },
};

function requiredText(stored: Stored, attribute: string): string {
  const value = text(stored, attribute);
  if (value !== null && value !== "") return value;
  throw DiagnosticError.of(
    `Cannot move ${TFE_PROJECT} to tfprojects_project`,
    `The state of the ${TFE_PROJECT} has no \`${attribute}\`. To refresh the state, run \`apply -refresh-only\` with ` +
      `code that still has the ${TFE_PROJECT}, and then move it.`,
  );
}

function notEmpty(value: string | null): string | null {
  return value === "" ? null : value;
}

/** Null if unset. */
function text(stored: Stored, attribute: string): string | null {
  const value = stored[attribute];
  return typeof value === "string" ? value : null;
}

/** Null if the state has no tags: the tags of the project then stay unchanged. */
function tags({ tags: stored }: Stored): ProjectState["tags"] {
  if (typeof stored !== "object" || stored === null) return null;
  return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, string] => isText(entry[1])));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
