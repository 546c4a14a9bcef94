/** The checks in the order of the report, with their labels. A report may contain a check several times. */
export const CHECKS = {
  code: "Code",
  address: "Address",
  proxy: "Proxy",
  certificates: "Certificates",
  token: "Token",
  connection: "Connection",
  account: "Account",
  organization: "Organization",
  permissions: "Permissions",
  assignments: "Assignments",
  rate_limit: "Rate limit",
  node: "Node.js",
  terraform: "Terraform",
  provider: "Provider",
  cli_configuration: "CLI configuration",
  packages: "Packages",
  cdk_cli: "CLI of cdktf or cdktn",
} as const satisfies Readonly<Record<string, string>>;
export type CheckName = keyof typeof CHECKS;

/** Every finding, with its meaning. */
export const FINDINGS = {
  UNREADABLE_CODE: "The code cannot be read, or only by Terraform, so the settings of the environment were checked.",
  ADDRESS_MISMATCH: "The Terraform plan is for another address than the token, which was not sent there.",
  INVALID_ADDRESS: "The address or host name is invalid or that of a page, or would send the token unencrypted.",
  SHADOWED_ADDRESS: "`TFE_ADDRESS` and `TFE_HOSTNAME` name different services; the first one is used.",
  INVALID_PROXY: "The proxy in the environment is invalid.",
  INVALID_CERTIFICATES: "A file of certificates in the environment cannot be used.",
  CERTIFICATES_NOT_VERIFIED: "`NODE_TLS_REJECT_UNAUTHORIZED=0`: anyone on the way to the service can read the token.",
  NO_TOKEN: "There is no token for the host, or it cannot be used.",
  DNS: "The name of the service cannot be resolved.",
  CONNECTION_REFUSED: "Nothing accepts connections at the address.",
  UNREACHABLE: "The service cannot be reached for another reason, such as a missing route.",
  CONNECTION_LOST: "The connection was closed before the response was complete.",
  TIMEOUT: "There was no response in time.",
  PROXY_UNREACHABLE: "The proxy cannot be reached, or does not respond.",
  PROXY_AUTHENTICATION: "The proxy requires a user name and password, or rejects those that are set (407).",
  PROXY_REJECTED: "The proxy does not allow connections to the service.",
  PROXY_FAILED: "The proxy could not connect to the service (5xx).",
  CERTIFICATE_UNTRUSTED: "The service's certificate is self-signed, or its authority is not trusted.",
  CERTIFICATE_EXPIRED: "The service's certificate has expired, or that of its authority.",
  CERTIFICATE_NOT_YET_VALID: "The service's certificate is not valid yet.",
  CERTIFICATE_WRONG_HOST: "The service's certificate is for another host.",
  NOT_TLS: "The server does not speak TLS at this port, or no version that Node.js supports.",
  NOT_THE_API: "A server responds, but not as HCP Terraform and Terraform Enterprise do.",
  SERVER_ERROR: "The service, or a proxy in front of it, failed (5xx).",
  TOKEN_REJECTED: "The service rejected the token (401).",
  RATE_LIMITED: "The rate limit is exceeded (429), and the service asks to wait for longer than the time limit.",
  NO_ORGANIZATION: "No organization is configured.",
  ORGANIZATION_NOT_FOUND: "The organization does not exist, or the token has no access to it (404).",
  NOT_PERMITTED: "The token may not read the organization (403).",
  MISSING_PERMISSIONS: "The token may read, but not change everything that tfprojects manages.",
  PROJECTS_NOT_VISIBLE: "The token does not see the default project (404), so it may not see others either.",
  ASSIGNMENTS_NOT_OFFERED: "The code has team access or sets of projects that the token or the service does not offer.",
  UNEXPECTED_RESPONSE: "The service responded with another error, or with a document that lacks something.",
  NODE_TOO_OLD: "Node.js is older than this package supports.",
  NODE_NOT_ON_PATH: "Terraform starts the provider with the `node` on the PATH, and there is none.",
  TERRAFORM_NOT_FOUND: "Neither Terraform nor OpenTofu is on the PATH.",
  TERRAFORM_TOO_OLD: "Terraform or OpenTofu is older than the provider, cdktn and cdktf support.",
  TERRAFORM_FAILED: "`terraform version` or `tofu version` failed.",
  PROVIDER_NOT_STAGED: "A synthesized stack lacks the provider that it requires.",
  PROVIDER_NOT_LOCKED: "The app does not install the provider into its stacks, so that their first deployment fails.",
  PROVIDER_OUTDATED: "A stack was synthesized, or the provider installed, with another version of tfprojects.",
  UNSUPPORTED_PLATFORM: "Terraform on this operating system needs the executable of the provider, which is missing.",
  DEV_OVERRIDE: "The Terraform CLI configuration replaces the provider by a development override.",
  NO_MIRROR: "The Terraform CLI configuration has a provider_installation block that does not find the provider.",
  PLUGIN_CACHE_MISSING: "The folder of `plugin_cache_dir` does not exist, which Terraform reports with each command.",
  UNREADABLE_CLI_CONFIGURATION: "A file of the Terraform CLI configuration cannot be read or parsed.",
  VERSION_MISMATCH: "The command line and the app use different versions of tfprojects.",
  UNSUPPORTED_PEER: "The app has a version of cdktf, cdktn or constructs that does not fit the others, or none.",
  CLI_CANNOT_START: "The CLI of cdktf or cdktn does not start with this version of Node.js, or is not installed.",
} as const satisfies Readonly<Record<string, string>>;
export type FindingCode = keyof typeof FINDINGS;

/**
 * - `passed`: no problem;
 * - `warning`: something does not work, or may surprise, in some cases;
 * - `failed`: a problem;
 * - `skipped`: cannot be checked because of another problem, or does not apply.
 */
export type CheckStatus = "passed" | "warning" | "failed" | "skipped";

/** Facts for programs, by name; `null` if unknown. */
export type CheckValues = Readonly<Record<string, JsonValue>>;
type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** The result of one check. Its texts are not sanitized, and never contain a token or a password. */
export interface Check {
  readonly name: CheckName;
  readonly status: CheckStatus;
  /** One line: the result, where, and why. */
  readonly message: string;
  /** Further lines. */
  readonly details: readonly string[];
  /** The code of a warning or a failure. */
  readonly code: FindingCode | undefined;
  /** What to do about it. */
  readonly next: string | undefined;
  readonly values: CheckValues;
}

interface CheckOptions {
  readonly details?: readonly string[];
  readonly values?: CheckValues;
}

export function passed(name: CheckName, message: string, { details = [], values = {} }: CheckOptions = {}): Check {
  return { name, status: "passed", message, details, code: undefined, next: undefined, values };
}

export function skipped(name: CheckName, message: string, { details = [], values = {} }: CheckOptions = {}): Check {
  return { name, status: "skipped", message, details, code: undefined, next: undefined, values };
}

/** Skips checks that another problem prevents. @param why - Such as "needs a token". */
export function skipAll(names: readonly CheckName[], why: string): readonly Check[] {
  return names.map((name) => skipped(name, `not checked: ${why}`));
}

/** What is wrong, and what to do about it. */
export interface Finding extends CheckOptions {
  readonly code: FindingCode;
  readonly message: string;
  readonly next: string;
}

export function warning(name: CheckName, { code, message, next, details = [], values = {} }: Finding): Check {
  return { name, status: "warning", message, details, code, next, values };
}

export function failed(name: CheckName, finding: Finding): Check {
  return { ...warning(name, finding), status: "failed" };
}
