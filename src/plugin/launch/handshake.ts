/** The settings that Terraform passes to a plugin in environment variables. */
export interface LaunchConfig {
  readonly kind: "launched";
  /** Certificate of the only client that may connect, in PEM. */
  readonly clientCertificate: string;
  /** Folder for the socket. Default: the system's folder for temporary files. */
  readonly socketFolder: string | undefined;
  /** For systems without unix sockets. */
  readonly ports: { readonly min: number; readonly max: number };
}

/** Why the process cannot run as a plugin: a user started it (`manual`), or Terraform did (`unsupported`). */
interface InvalidLaunch {
  readonly kind: "manual" | "unsupported";
  readonly explanation: string;
}

/** Part of Terraform's plugin protocol: distinguishes a launch by Terraform from one by a user. Not a secret. */
const COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
const PROTOCOL_VERSION = 6;
/** Version of the protocol of go-plugin. */
const CORE_PROTOCOL_VERSION = 1;

export function readLaunch(environment: NodeJS.ProcessEnv, providerName: string): LaunchConfig | InvalidLaunch {
  if (environment["TF_PLUGIN_MAGIC_COOKIE"] !== COOKIE) {
    return {
      kind: "manual",
      explanation:
        `This binary is the Terraform provider "${providerName}". It is a plugin, and not meant to be executed ` +
        "directly.\n" +
        "Add the provider to required_providers, and run `terraform init` or `tofu init`: it is started when " +
        "it is needed.",
    };
  }
  const versions = (environment["PLUGIN_PROTOCOL_VERSIONS"] ?? "").split(",");
  if (!versions.includes(String(PROTOCOL_VERSION))) {
    return {
      kind: "unsupported",
      explanation:
        `The provider "${providerName}" requires plugin protocol ${PROTOCOL_VERSION}, and was launched with only ` +
        `"${versions.join(",")}". Use Terraform 1.0 or later, or OpenTofu.`,
    };
  }
  const clientCertificate = environment["PLUGIN_CLIENT_CERT"];
  if (clientCertificate === undefined || clientCertificate === "") {
    return {
      kind: "unsupported",
      explanation:
        `The provider "${providerName}" was launched without PLUGIN_CLIENT_CERT. It serves only clients that it can ` +
        "authenticate.",
    };
  }
  return {
    kind: "launched",
    clientCertificate,
    socketFolder: nonEmpty(environment["PLUGIN_UNIX_SOCKET_DIR"]),
    ports: { min: port(environment["PLUGIN_MIN_PORT"], 10_000), max: port(environment["PLUGIN_MAX_PORT"], 25_000) },
  };
}

/** The address of the plugin. */
export interface Address {
  readonly network: "unix" | "tcp";
  readonly address: string;
}

/** The line on stdout that tells Terraform how to connect. */
export function handshakeLine({ network, address }: Address, certificateDer: Buffer): string {
  const certificate = certificateDer.toString("base64").replace(/=+$/, "");
  return `${[CORE_PROTOCOL_VERSION, PROTOCOL_VERSION, network, address, "grpc", certificate].join("|")}\n`;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

function port(text: string | undefined, defaultPort: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 && value < 65_536 ? value : defaultPort;
}
