import { documented, fact, facts, notHere } from "./build";
import { address, cliSyntax, conventions, credentials, credentialsHelper, proxy, service } from "./tests";

const GO_CLIENT = documented("2026-08");
const TERRAFORM = documented("2026-11");

const CLIENT_ALONE = notHere("A matter of the client alone.");
const from = (test: string) => credentials(`where the token comes from › ${test}`);

/** Facts, section 7. */
export const connecting = facts("7", "Credentials and discovery", [
  fact(
    GO_CLIENT,
    "The address",
    "`TFE_ADDRESS`; `TFE_HOSTNAME`; `app.terraform.io`. Arguments come first.",
    CLIENT_ALONE,
    address(
      "the address of the service › is HCP Terraform's when nobody says otherwise",
      "the address of the service › comes from the arguments before the environment, and from an address before a host name",
    ),
  ),
  fact(
    TERRAFORM,
    "The token",
    "`TFE_TOKEN`; `TF_TOKEN_<host>`; the configuration and credentials files of Terraform. An argument comes first.",
    CLIENT_ALONE,
    from("each place outranks those after it"),
  ),
  fact(
    TERRAFORM,
    "Files",
    "`TF_CLI_CONFIG_FILE`, `TERRAFORM_CONFIG`, `~/.terraformrc`, and `*.tfrc` and `*.tfrc.json` of `~/.terraform.d`.",
    CLIENT_ALONE,
    from("where a variable names the main file, of the others only that of `terraform login` is read").concat(
      from("the older variable for the main file counts, after the newer"),
    ),
  ),
  fact(
    TERRAFORM,
    "Their language",
    "HCL 1 or JSON; settings of other kinds are no obstacle.",
    CLIENT_ALONE,
    cliSyntax(
      "credentials in the CLI configuration's own language › …",
      "credentials in JSON › as `terraform login` writes them",
    ),
  ),
  fact(
    TERRAFORM,
    "Names of hosts",
    "Compared in lower case and in their ASCII form; the usual port is left out.",
    CLIENT_ALONE,
    from("a host in a file may be written in capitals and with the usual port").concat(
      address("the address of the service › hosts are compared in lower case, in ASCII and without the usual port"),
    ),
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
      "what clients look for around the interface › every response tells the interface's version and an identifier of its own",
    ),
    conventions("the client learns what it needs from any answer, and does not ping"),
  ),
  fact(
    TERRAFORM,
    "Credentials helpers",
    "Are asked last.",
    CLIENT_ALONE,
    credentialsHelper("every other place outranks the helper, which is then not run"),
  ),
  fact(
    TERRAFORM,
    "Proxies",
    "By Go's rules, as Terraform goes by them: `HTTPS_PROXY` and the others.",
    CLIENT_ALONE,
    proxy("HTTPS_PROXY counts before https_proxy, and ALL_PROXY where there is neither", "no variable, no proxy"),
  ),
]);
