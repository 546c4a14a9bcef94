import { documented, fact, further, notHere } from "./build";
import {
  accountRoute,
  address,
  clientAccount,
  cliSyntax,
  conventions,
  credentials,
  credentialsHelper,
  proxy,
  service,
} from "./tests";

const GO_CLIENT = documented("2026-08");
const TERRAFORM = documented("2026-11");

const CLIENT_ALONE = notHere("Concerns only the client.");

export const connecting = further("Credentials and discovery", [
  fact(
    GO_CLIENT,
    "The address",
    "Arguments, then `TFE_ADDRESS`, `TFE_HOSTNAME`, `app.terraform.io`.",
    CLIENT_ALONE,
    address("address-default", "address-precedence"),
  ),
  fact(
    TERRAFORM,
    "The account of a token",
    "`GET /account/details` returns the user, or the service account of a team or organization token, and the " +
      "token's owner (`authenticated-resource`).",
    accountRoute("account-users", "account-service"),
    clientAccount("account-of-user", "account-of-organization"),
  ),
  fact(
    TERRAFORM,
    "The token",
    "`TFE_TOKEN`; `TF_TOKEN_<host>`; the configuration and credentials files of Terraform. An argument comes first.",
    CLIENT_ALONE,
    credentials("token-precedence"),
  ),
  ...(
    [
      ["TF_TOKEN_my__tfe_example_com", "Two underscores mean a hyphen, one means a dot."],
      ["TF_TOKEN_my-tfe.example.com", "Hyphens and dots may be unencoded."],
      ["TF_TOKEN_MY__TFE_EXAMPLE_COM", "Case is ignored."],
      ["TF_TOKEN_xn____caf__dma_fr", "An internationalized host name in its ASCII form."],
      ["TF_TOKEN_café_fr", "An internationalized host name as it is written."],
    ] as const
  ).map(([variable, says]) =>
    fact(TERRAFORM, `The variable ${variable}`, says, CLIENT_ALONE, credentials(`variable-${variable}`)),
  ),
  fact(
    TERRAFORM,
    "TF_TOKEN_ and ports",
    "No variable can name a host with a port.",
    CLIENT_ALONE,
    credentials("no-variable-for-port"),
  ),
  fact(
    TERRAFORM,
    "The order of files",
    "The main file is read before the file of `terraform login`.",
    CLIENT_ALONE,
    credentials("token-precedence"),
  ),
  fact(
    TERRAFORM,
    "The folder with a custom main file",
    "Is ignored by Terraform. The tfe provider still reads `credentials.tfrc.json`, and so does the client.",
    CLIENT_ALONE,
    credentials("named-main-file"),
  ),
  fact(
    TERRAFORM,
    "Files",
    "`TF_CLI_CONFIG_FILE`, `TERRAFORM_CONFIG`, `~/.terraformrc`, and `*.tfrc` and `*.tfrc.json` of `~/.terraform.d`.",
    CLIENT_ALONE,
    credentials("named-main-file", "older-variable"),
  ),
  fact(
    TERRAFORM,
    "File formats",
    "HCL 1 or JSON; other settings are ignored.",
    CLIENT_ALONE,
    cliSyntax("credentials-hcl", "credentials-json"),
  ),
  fact(
    TERRAFORM,
    "Host names",
    "Compared in lower case and in their ASCII form, without the default port.",
    CLIENT_ALONE,
    [...credentials("file-host-normalized"), ...address("host-normalized")],
  ),
  fact(
    TERRAFORM,
    "Host blocks",
    "`host` with `services` sets the service's address: `tfe.v2.2`, as for the tfe provider. Credentials are " +
      "those of the host.",
    CLIENT_ALONE,
    [...address("host-block-sets-address", "host-block-several-services"), ...cliSyntax("hosts-and-helpers")],
  ),
  fact(
    TERRAFORM,
    "A password in a service's address",
    "Is rejected.",
    CLIENT_ALONE,
    address("host-block-unsafe-address"),
  ),
  fact(
    TERRAFORM,
    "GET /.well-known/terraform.json",
    "JSON that names `tfe.v2`, `tfe.v2.1` and `tfe.v2.2`.",
    service("discovery"),
    notHere("The client knows the path of the API, as the Go client does with `TFE_ADDRESS`."),
  ),
  fact(
    GO_CLIENT,
    "GET /api/v2/ping",
    "204, with the API version and the rate limit.",
    service("ping", "response-headers"),
    conventions("no-ping"),
  ),
  fact(
    TERRAFORM,
    "Credentials helpers",
    "Are run with `get` and the host, after all other sources.",
    CLIENT_ALONE,
    credentialsHelper("helper-run", "helper-asked-last"),
  ),
  fact(
    TERRAFORM,
    "Proxies",
    "By Go's rules, which Terraform follows: `HTTPS_PROXY` and the others.",
    CLIENT_ALONE,
    proxy("variable-precedence", "no-variable-no-proxy"),
  ),
]);
