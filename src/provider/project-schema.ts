import {
  bool,
  computed,
  defaulted,
  list,
  optional,
  optionalComputed,
  required,
  string,
  type ConfigOf,
  type PlanOf,
  type StateOf,
} from "../plugin";

export const projectSchema = {
  description: "A project of an organization.",
  attributes: {
    id: computed(string, { description: "Identifier of the project, prefix `prj-`." }),
    name: required(string, {
      description:
        "Name, unique in the organization without regard to case: 3 to 40 letters, numbers, spaces, `-` and `_`, no space at either end.",
    }),
    description: optional(string, {
      description: "Description, at most 256 characters. Left out: the project has none.",
    }),
    auto_destroy_activity_duration: optional(string, {
      description:
        "Default for how long each workspace waits, after inactivity, before it destroys its infrastructure: up to four digits and `d` (days) or `h` (hours), such as `14d`. Left out: the project has none.",
    }),
    organization: optionalComputed(string, {
      description: "Name of the organization. Default: the provider's. A change replaces the project.",
    }),
    deletion_policy: defaulted(string, {
      description:
        "What happens when the project is to be deleted: `refuse` fails while it holds workspaces, `evacuate` first moves them to the default project, `retain` leaves the project as it is and only forgets it. Default: `refuse`.",
      default: "refuse",
    }),
    adopt_existing: optional(bool, {
      description:
        "Whether a project that already has the name is taken over when this one is created. Default: false, an error.",
    }),
    previous_names: optional(list(string), {
      description:
        "What the project was called: where one of such a name exists, it is renamed when this one would be created.",
    }),
  },
};

/** A project as the code says it. */
export type ProjectConfig = ConfigOf<typeof projectSchema>;
/** A project as it is to be recorded. */
export type ProjectPlan = PlanOf<typeof projectSchema>;
/** A project as it is recorded. */
export type ProjectState = StateOf<typeof projectSchema>;
