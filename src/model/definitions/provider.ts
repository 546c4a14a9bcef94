import { attributeError, type AttributeDiagnostic } from "../diagnostic";
import { number, optional, sensitive, string } from "../../schema";
import { define } from "./definition";
import type { ConfigValues } from "./config-values";
import { invalidRequestRate } from "../request-rate";

/** The provider's configuration. An empty string counts as omitted, as in the environment. */
export const providerDefinition = define({
  type: "tfprojects",
  description:
    "Manages the projects of HCP Terraform and Terraform Enterprise organizations, and which workspaces are in " +
    "them. Environment variables can provide all required values.",
  attributes: {
    organization: optional(string, {
      description: "Name of the organization of resources that do not set one.",
      unset: "the environment variable `TFE_ORGANIZATION`",
    }),
    hostname: optional(string, {
      description:
        "Host name of the service, such as `tfe.example.com`, which is accessed over https. Conflicts with `address`.",
      unset: "the environment variables `TFE_ADDRESS` or `TFE_HOSTNAME`, then `app.terraform.io`",
    }),
    address: optional(string, {
      description:
        "Address of the service, such as `https://tfe.example.com:8443`. Plain `http` is allowed only for this " +
        "machine. Conflicts with `hostname`.",
      unset: "the environment variable `TFE_ADDRESS`, then `hostname`",
    }),
    token: sensitive(
      optional(string, {
        description:
          "User token or organization token. A token in the code is stored in plain text in the synthesized " +
          "configuration and in saved plans (`terraform plan -out`), which also contain the values of variables, " +
          "even of sensitive ones: use the environment or `terraform login` instead.",
        unset: "`TFE_TOKEN`, then `TF_TOKEN_<host>`, then the token that `terraform login` stored",
      }),
    ),
    requests_per_second: optional(number, {
      description:
        "Maximum number of requests per second, at least 1/60 (one request per minute). The service's own limit " +
        "applies in any case.",
      unset: "the limit in the service's responses",
    }),
  },
  rules: (config) => [...conflictingAddresses(config), ...requestRate(config)],
});

function requestRate(config: ConfigValues): readonly AttributeDiagnostic[] {
  const attribute = "requests_per_second";
  const rate = config.number(attribute);
  const reason = typeof rate === "number" ? invalidRequestRate(rate) : undefined;
  if (reason === undefined) return [];
  const message = `${config.displayName(attribute)} ${reason}.`;
  return [attributeError(config.path(attribute), `Invalid ${attribute}`, message)];
}

function conflictingAddresses(config: ConfigValues): readonly AttributeDiagnostic[] {
  // Set, not empty, and known.
  if (!config.string("hostname") || !config.string("address")) return [];
  const message = `${config.displayName("hostname")} and ${config.displayName("address")} conflict. Leave one out.`;
  return [attributeError(config.path("hostname"), "Conflicting configuration", message)];
}
