import { optional, required, string, type Schema } from "../../schema";

/** What identifies a project for good. The attributes are those of `tfe_project` in HashiCorp's own provider. */
export const projectIdentityDefinition = {
  description: "A project of a service.",
  attributes: {
    id: required(string, { description: "Identifier of the project, prefix `prj-`." }),
    hostname: optional(string, {
      description: "Host name of the service, with the port if it is not the default.",
      unset: "that of the provider",
    }),
  },
} as const satisfies Schema;
