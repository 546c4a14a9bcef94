import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ConfigurationError } from "../../src/api";
import { readCliConfiguration } from "../../src/api/cli-configuration";
import { resolveCredentials } from "../../src/api/credentials";
import { shows, TERRAFORM } from "../fidelity";

const HOST = "tfe.example.com";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "credentials-"));
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

function write(path: string, text: string): string {
  const absolute = join(home, path);
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, text);
  return absolute;
}

const hcl = (token: string): string => `credentials "${HOST}" { token = "${token}" }`;
const json = (token: string): string => JSON.stringify({ credentials: { [HOST]: { token } } });

function tokenFor(host: string, env: NodeJS.ProcessEnv = {}, given?: string): string {
  const all = { HOME: home, ...env };
  return resolveCredentials(given, host, all, () => readCliConfiguration(all)).token;
}

describe("the source of the token", () => {
  shows.documented(
    TERRAFORM,
    "credentials: The token",
    "`TFE_TOKEN`; `TF_TOKEN_<host>`; the configuration and credentials files of Terraform. An argument comes first.",
  );
  shows.documented(
    TERRAFORM,
    "credentials: The order of files",
    "The main file is read before the file of `terraform login`.",
  );
  test("is the first place that has one", () => {
    write(".terraform.d/credentials.tfrc.json", json("login"));
    expect(tokenFor(HOST)).toBe("login");
    write(".terraform.d/zzz.tfrc", hcl("folder"));
    expect(tokenFor(HOST)).toBe("folder");
    write(".terraformrc", hcl("main"));
    expect(tokenFor(HOST)).toBe("main");
    write(".tofurc", hcl("tofu"));
    expect(tokenFor(HOST)).toBe("tofu");
    const env = { TF_CLI_CONFIG_FILE: write("elsewhere.tfrc", hcl("override")) };
    expect(tokenFor(HOST, env)).toBe("override");
    expect(tokenFor(HOST, { ...env, TF_TOKEN_tfe_example_com: "host" })).toBe("host");
    expect(tokenFor(HOST, { ...env, TF_TOKEN_tfe_example_com: "host", TFE_TOKEN: "variable" })).toBe("variable");
    expect(tokenFor(HOST, { ...env, TF_TOKEN_tfe_example_com: "host", TFE_TOKEN: "variable" }, "argument")).toBe(
      "argument",
    );
  });

  shows.documented(
    TERRAFORM,
    "credentials: The folder with a custom main file",
    "Is ignored by Terraform. The tfe provider still reads `credentials.tfrc.json`, and so does the client.",
  );
  shows.documented(
    TERRAFORM,
    "credentials: Files",
    "`TF_CLI_CONFIG_FILE`, `TERRAFORM_CONFIG`, `~/.terraformrc`, and `*.tfrc` and `*.tfrc.json` of `~/.terraform.d`.",
  );
  test("is only the main file and that of `terraform login` when a variable names the main file", () => {
    write(".terraformrc", hcl("main"));
    write(".terraform.d/other.tfrc", hcl("folder"));
    write(".terraform.d/credentials.tfrc.json", json("login"));
    const env = { TF_CLI_CONFIG_FILE: write("empty.tfrc", "") };
    expect(tokenFor(HOST, env)).toBe("login");
  });

  shows("credentials: Files");
  test("may be set by the older variable for the main file, after the newer", () => {
    const older = { TERRAFORM_CONFIG: write("older", hcl("older")) };
    expect(tokenFor(HOST, older)).toBe("older");
    expect(tokenFor(HOST, { ...older, TF_CLI_CONFIG_FILE: write("newer", hcl("newer")) })).toBe("newer");
  });

  test("includes OpenTofu's XDG folder", () => {
    write("config/opentofu/credentials.tfrc.json", json("xdg"));
    expect(tokenFor(HOST, { XDG_CONFIG_HOME: join(home, "config") })).toBe("xdg");
  });

  shows.documented(
    TERRAFORM,
    "credentials: The variable TF_TOKEN_my__tfe_example_com",
    "Two underscores mean a hyphen, one means a dot.",
    { case: "TF_TOKEN_my__tfe_example_com" },
  );
  shows.documented(
    TERRAFORM,
    "credentials: The variable TF_TOKEN_my-tfe.example.com",
    "Hyphens and dots may be unencoded.",
    { case: "TF_TOKEN_my-tfe.example.com" },
  );
  shows.documented(TERRAFORM, "credentials: The variable TF_TOKEN_MY__TFE_EXAMPLE_COM", "Case is ignored.", {
    case: "TF_TOKEN_MY__TFE_EXAMPLE_COM",
  });
  shows.documented(
    TERRAFORM,
    "credentials: The variable TF_TOKEN_xn____caf__dma_fr",
    "An internationalized host name in its ASCII form.",
    { case: "TF_TOKEN_xn____caf__dma_fr" },
  );
  shows.documented(
    TERRAFORM,
    "credentials: The variable TF_TOKEN_café_fr",
    "An internationalized host name as it is written.",
    { case: "TF_TOKEN_café_fr" },
  );
  test.each([
    ["app.terraform.io", "TF_TOKEN_app_terraform_io"],
    ["my-tfe.example.com", "TF_TOKEN_my__tfe_example_com"],
    ["my-tfe.example.com", "TF_TOKEN_my-tfe.example.com"],
    ["my-tfe.example.com", "TF_TOKEN_MY__TFE_EXAMPLE_COM"],
    ["xn--caf-dma.fr", "TF_TOKEN_xn____caf__dma_fr"],
    ["xn--caf-dma.fr", "TF_TOKEN_café_fr"],
  ])("the token of %s may be in the variable %s", (host, variable) => {
    expect(tokenFor(host, { [variable]: "found" })).toBe("found");
  });

  test("excludes tokens of other hosts", () => {
    write(".terraformrc", hcl("other"));
    expect(() => tokenFor("app.terraform.io", { TF_TOKEN_tfe_example_com: "other" })).toThrow(ConfigurationError);
  });

  shows.documented(
    TERRAFORM,
    "credentials: Host names",
    "Compared in lower case and in their ASCII form, without the default port.",
  );
  test("normalizes hosts in files: upper case, default port", () => {
    write(".terraformrc", 'credentials "TFE.example.com:443" { token = "found" }');
    expect(tokenFor(HOST)).toBe("found");
  });

  test("the main file may be JSON", () => {
    write(".terraformrc", json("found"));
    expect(tokenFor(HOST)).toBe("found");
  });

  test("trims whitespace around the token", () => {
    expect(tokenFor(HOST, { TFE_TOKEN: " token\n" })).toBe("token");
  });
});

describe("without a token", () => {
  test("the error lists every place that was searched, and what to do", () => {
    const broken = write(".terraform.d/credentials.tfrc.json", "{");
    const other = write(".terraform.d/other.tfrc", 'credentials "app.terraform.io" { token = "secret" }');
    expect(() => tokenFor(HOST)).toThrow(
      `No token found for ${HOST}. Searched: TFE_TOKEN: not set; ` +
        "TF_TOKEN_tfe_example_com: not set; " +
        `${join(home, ".tofurc")}: no such file; ${join(home, ".terraformrc")}: no such file; ${other}: no token ` +
        `for ${HOST}; ${broken}: cannot be parsed. Set TFE_TOKEN, or run \`terraform login ${HOST}\`.`,
    );
  });

  test("the error lists an argument only if there is one", () => {
    const resolve = (): unknown => resolveCredentials("", HOST, {}, () => []);
    expect(resolve).toThrow("Searched: argument token: empty; TFE_TOKEN: not set;");
  });

  shows.documented(TERRAFORM, "credentials: TF_TOKEN_ and ports", "No variable can name a host with a port.");
  test("the error suggests no variable for a host with a port", () => {
    expect(() => tokenFor("localhost:8080")).toThrow("TF_TOKEN_…: cannot name a host with a port");
  });

  test.each(["two words", "line\nbreak", "tökén", " "])(
    "%j is not a valid token, and the error does not quote it",
    (token) => {
      const resolve = (): unknown => tokenFor(HOST, { TFE_TOKEN: token });
      expect(resolve).toThrow("The token from TFE_TOKEN is empty or contains invalid characters");
      expect(resolve).toThrow(/\. Copy it again\.$/);
      if (token.trim() !== "") expect(resolve).not.toThrow(token);
    },
  );
});
