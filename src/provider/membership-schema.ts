import {
  bool,
  computed,
  defaulted,
  optionalComputed,
  required,
  set,
  string,
  type ConfigOf,
  type PlanOf,
  type StateOf,
} from "../plugin";

export const membershipSchema = {
  description:
    "The statement that workspaces live in a project. Moves are made in one request for each destination, all or nothing.",
  attributes: {
    id: computed(string, { description: "The project's identifier." }),
    project_id: required(string, { description: "Identifier of the project, prefix `prj-`." }),
    workspace_ids: optionalComputed(set(string), {
      description:
        "Identifiers of the workspaces, prefix `ws-`. Where only `workspace_names` is set: the identifiers of those. A workspace that is taken out of the code goes to the default project, as `on_destroy` says.",
    }),
    workspace_names: optionalComputed(set(string), {
      description:
        "Names of workspaces that exist, without regard to case, in addition to `workspace_ids`. Where only `workspace_ids` is set: the names of those. For workspaces that the same deployment creates use `workspace_ids`.",
    }),
    exclusive: defaulted(bool, {
      description:
        "Whether the project holds no other workspaces: others are moved to the default project. Default: false.",
      default: false,
    }),
    on_destroy: defaulted(string, {
      description:
        "Where the workspaces go when they are taken out of the code: `default-project`, or `retain` to leave them where they are. Default: `default-project`.",
      default: "default-project",
    }),
    organization: optionalComputed(string, {
      description: "Name of the organization. Default: the provider's. A change replaces the membership.",
    }),
  },
};

/** A membership as the code says it. */
export type MembershipConfig = ConfigOf<typeof membershipSchema>;
/** A membership as it is to be recorded. */
export type MembershipPlan = PlanOf<typeof membershipSchema>;
/** A membership as it is recorded. */
export type MembershipState = StateOf<typeof membershipSchema>;
