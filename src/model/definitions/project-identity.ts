import { optional, required, string, type Schema } from "../../schema";

/** The permanent identity of a project. Has the same attributes as that of `tfe_project` in HashiCorp's provider. */
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
