import { documented, fact, further, notHere } from "./build";
import { address, cliSyntax, conventions, credentials, credentialsHelper, proxy, service } from "./tests";

const GO_CLIENT = documented("2026-08");
const TERRAFORM = documented("2026-11");

const CLIENT_ALONE = notHere("A matter of the client alone.");

export const connecting = further("7", "Credentials and discovery", [
  fact(
    GO_CLIENT,
    "The address",
    "`TFE_ADDRESS`; `TFE_HOSTNAME`; `app.terraform.io`. Arguments come first.",
    CLIENT_ALONE,
    address("address-default", "address-precedence"),
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
      ["TF_TOKEN_my__tfe_example_com", "Two underscores are a hyphen, one is a dot."],
      ["TF_TOKEN_my-tfe.example.com", "Hyphens and dots may stand as they are."],
      ["TF_TOKEN_MY__TFE_EXAMPLE_COM", "Case makes no difference."],
      ["TF_TOKEN_xn____caf__dma_fr", "A host of other letters in its ASCII form."],
      ["TF_TOKEN_café_fr", "Or as it is written."],
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
    "The main file comes before that of `terraform login`.",
    CLIENT_ALONE,
    credentials("token-precedence"),
  ),
  fact(
    TERRAFORM,
    "The folder beside a named main file",
    "Is passed over by Terraform. The tfe provider reads `credentials.tfrc.json` all the same, and so does the client.",
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
    "Their language",
    "HCL 1 or JSON; settings of other kinds are no obstacle.",
    CLIENT_ALONE,
    cliSyntax("credentials-hcl", "credentials-json"),
  ),
  fact(
    TERRAFORM,
    "Names of hosts",
    "Compared in lower case and in their ASCII form; the usual port is left out.",
    CLIENT_ALONE,
    [...credentials("file-host-normalized"), ...address("host-normalized")],
  ),
  fact(
    TERRAFORM,
    "Host blocks",
    "`host` with `services` says where the service is; `tfe.v2.2` counts, as for the tfe provider. Credentials " +
      "stay the host's.",
    CLIENT_ALONE,
    [...address("host-block-sets-address", "host-block-several-services"), ...cliSyntax("hosts-and-helpers")],
  ),
  fact(
    TERRAFORM,
    "A password in a service's address",
    "Is refused.",
    CLIENT_ALONE,
    address("host-block-unsafe-address"),
  ),
  fact(
    TERRAFORM,
    "GET /.well-known/terraform.json",
    "JSON that names `tfe.v2`, `tfe.v2.1` and `tfe.v2.2`.",
    service("discovery"),
    notHere("The client knows the path of the interface, as the Go client does with `TFE_ADDRESS`."),
  ),
  fact(
    GO_CLIENT,
    "GET /api/v2/ping",
    "204, with the interface's version and the rate limit.",
    service("ping", "response-headers"),
    conventions("no-ping"),
  ),
  fact(
    TERRAFORM,
    "Credentials helpers",
    "Are run with `get` and the host, and are asked last.",
    CLIENT_ALONE,
    credentialsHelper("helper-run", "helper-asked-last"),
  ),
  fact(
    TERRAFORM,
    "Proxies",
    "By Go's rules, as Terraform goes by them: `HTTPS_PROXY` and the others.",
    CLIENT_ALONE,
    proxy("variable-precedence", "no-variable-no-proxy"),
  ),
]);
