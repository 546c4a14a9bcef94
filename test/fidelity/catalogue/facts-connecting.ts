import { documented, fact, further, notHere } from "./build";
import { address, cliSyntax, conventions, credentials, credentialsHelper, proxy, service } from "./tests";

const GO_CLIENT = documented("2026-08");
const TERRAFORM = documented("2026-11");

const CLIENT_ALONE = notHere("A matter of the client alone.");
const from = (test: string) => credentials(`the source of the token › ${test}`);

export const connecting = further("7", "Credentials and discovery", [
  fact(
    GO_CLIENT,
    "The address",
    "`TFE_ADDRESS`; `TFE_HOSTNAME`; `app.terraform.io`. Arguments come first.",
    CLIENT_ALONE,
    address(
      "the address of the service › defaults to HCP Terraform",
      "the address of the service › prefers arguments to the environment, and an address to a host name",
    ),
  ),
  fact(
    TERRAFORM,
    "The token",
    "`TFE_TOKEN`; `TF_TOKEN_<host>`; the configuration and credentials files of Terraform. An argument comes first.",
    CLIENT_ALONE,
    from("is the first place that has one"),
  ),
  ...(
    [
      ["my-tfe.example.com", "TF_TOKEN_my__tfe_example_com", "Two underscores are a hyphen, one is a dot."],
      ["my-tfe.example.com", "TF_TOKEN_my-tfe.example.com", "Hyphens and dots may stand as they are."],
      ["my-tfe.example.com", "TF_TOKEN_MY__TFE_EXAMPLE_COM", "Case makes no difference."],
      ["xn--caf-dma.fr", "TF_TOKEN_xn____caf__dma_fr", "A host of other letters in its ASCII form."],
      ["xn--caf-dma.fr", "TF_TOKEN_café_fr", "Or as it is written."],
    ] as const
  ).map(([host, variable, says]) =>
    fact(TERRAFORM, `The variable ${variable}`, says, CLIENT_ALONE, from(`the token of ${host} may be in ${variable}`)),
  ),
  fact(
    TERRAFORM,
    "TF_TOKEN_ and ports",
    "No variable can name a host with a port.",
    CLIENT_ALONE,
    credentials("without a token › the error suggests no variable for a host with a port"),
  ),
  fact(
    TERRAFORM,
    "The order of files",
    "The main file comes before that of `terraform login`.",
    CLIENT_ALONE,
    from("is the first place that has one"),
  ),
  fact(
    TERRAFORM,
    "The folder beside a named main file",
    "Is passed over by Terraform. The tfe provider reads `credentials.tfrc.json` all the same, and so does the client.",
    CLIENT_ALONE,
    from("is only the main file and that of `terraform login` when a variable names the main file"),
  ),
  fact(
    TERRAFORM,
    "Files",
    "`TF_CLI_CONFIG_FILE`, `TERRAFORM_CONFIG`, `~/.terraformrc`, and `*.tfrc` and `*.tfrc.json` of `~/.terraform.d`.",
    CLIENT_ALONE,
    from("is only the main file and that of `terraform login` when a variable names the main file").concat(
      from("may be set by the older variable for the main file, after the newer"),
    ),
  ),
  fact(
    TERRAFORM,
    "Their language",
    "HCL 1 or JSON; settings of other kinds are no obstacle.",
    CLIENT_ALONE,
    cliSyntax("credentials in HCL › …", "credentials in JSON › as `terraform login` writes them"),
  ),
  fact(
    TERRAFORM,
    "Names of hosts",
    "Compared in lower case and in their ASCII form; the usual port is left out.",
    CLIENT_ALONE,
    from("normalizes hosts in files: upper case, default port").concat(
      address("the address of the service › hosts are normalized to lower case and ASCII, without the default port"),
    ),
  ),
  fact(
    TERRAFORM,
    "Host blocks",
    "`host` with `services` says where the service is; `tfe.v2.2` counts, as for the tfe provider. Credentials " +
      "stay the host's.",
    CLIENT_ALONE,
    address(
      "a host block of the CLI configuration › sets the service's address; …",
      "a host block of the CLI configuration › may contain several services, …",
    ).concat(cliSyntax("hosts and credentials helpers › …")),
  ),
  fact(
    TERRAFORM,
    "A password in a service's address",
    "Is refused.",
    CLIENT_ALONE,
    address("a host block of the CLI configuration › with … is rejected without quoting a password"),
  ),
  fact(
    TERRAFORM,
    "GET /.well-known/terraform.json",
    "JSON that names `tfe.v2`, `tfe.v2.1` and `tfe.v2.2`.",
    service(
      "what clients look for around the interface › discovery names the service in every version that clients ask for",
    ),
    notHere("The client knows the path of the interface, as the Go client does with `TFE_ADDRESS`."),
  ),
  fact(
    GO_CLIENT,
    "GET /api/v2/ping",
    "204, with the interface's version and the rate limit.",
    service(
      "what clients look for around the interface › ping answers 204",
      "what clients look for around the interface › every response tells the interface's version and an " +
        "identifier of its own",
    ),
    conventions("the client reads what it needs from any response, and does not ping"),
  ),
  fact(
    TERRAFORM,
    "Credentials helpers",
    "Are run with `get` and the host, and are asked last.",
    CLIENT_ALONE,
    credentialsHelper(
      "a helper is run with its arguments, get and the host, without a shell, once for each client",
      "every other place outranks the helper, which is then not run",
    ),
  ),
  fact(
    TERRAFORM,
    "Proxies",
    "By Go's rules, as Terraform goes by them: `HTTPS_PROXY` and the others.",
    CLIENT_ALONE,
    proxy("prefers HTTPS_PROXY to https_proxy, and those to ALL_PROXY", "uses no proxy without a variable"),
  ),
]);
