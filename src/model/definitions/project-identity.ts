import { optional, required, string, type Schema } from "../../schema";

/** The permanent identity of a project. `tfe_project` in HashiCorp's provider has the same identity attributes. */
export const projectIdentityDefinition = {
  description: "A project of a service.",
  attributes: {
    id: required(string, { description: "Identifier of the project, prefix `prj-`." }),
    hostname: optional(string, {
      description: "Host name of the service, with the port if it is not the default.",
      unset: "the provider's",
    }),
  },
} as const satisfies Schema;
