/** What Terraform says, in environment variables, when it launches a plugin. */
export interface LaunchConfig {
  readonly kind: "launched";
  /** PEM: who alone may connect. */
  readonly clientCertificate: string;
  /** Where to put the socket; otherwise the system's folder for temporary files. */
  readonly socketFolder: string | undefined;
  /** Where there are no unix sockets. */
  readonly ports: { readonly min: number; readonly max: number };
}

/** Why the process cannot be a plugin now; `by-hand`: a person started it, `refused`: Terraform did. */
export interface InvalidLaunch {
  readonly kind: "by-hand" | "refused";
  readonly explanation: string;
}

/** Published in Terraform's plugin protocol: tells a launch by Terraform from one by a person. Not a secret. */
const COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
export const PROTOCOL_VERSION = 6;
/** Version of the supervisor's (go-plugin's) own protocol. */
const CORE_PROTOCOL_VERSION = 1;

export function readLaunch(environment: NodeJS.ProcessEnv, providerName: string): LaunchConfig | InvalidLaunch {
  if (environment["TF_PLUGIN_MAGIC_COOKIE"] !== COOKIE) {
    return {
      kind: "by-hand",
      explanation:
        `This is the Terraform provider "${providerName}". It is not meant to be started by hand: Terraform starts it ` +
        "when a configuration uses the provider.\nTo use it, name it under required_providers and run `terraform init`.",
    };
  }
  const versions = (environment["PLUGIN_PROTOCOL_VERSIONS"] ?? "").split(",");
  if (!versions.includes(String(PROTOCOL_VERSION))) {
    return {
      kind: "refused",
      explanation:
        `The provider "${providerName}" speaks plugin protocol ${PROTOCOL_VERSION}, and was offered only ` +
        `"${versions.join(",")}". Terraform 1.0 or newer, or OpenTofu, is needed.`,
    };
  }
  const clientCertificate = environment["PLUGIN_CLIENT_CERT"];
  if (clientCertificate === undefined || clientCertificate === "") {
    return {
      kind: "refused",
      explanation:
        `The provider "${providerName}" was launched without PLUGIN_CLIENT_CERT, and does not serve clients that it ` +
        "cannot tell from others.",
    };
  }
  return {
    kind: "launched",
    clientCertificate,
    socketFolder: nonEmpty(environment["PLUGIN_UNIX_SOCKET_DIR"]),
    ports: { min: port(environment["PLUGIN_MIN_PORT"], 10_000), max: port(environment["PLUGIN_MAX_PORT"], 25_000) },
  };
}

/** Where the plugin can be reached. */
export interface Address {
  readonly network: "unix" | "tcp";
  readonly address: string;
}

/** The one line on stdout that tells Terraform how to connect. */
export function handshakeLine({ network, address }: Address, certificateDer: Buffer): string {
  const certificate = certificateDer.toString("base64").replace(/=+$/, "");
  return `${[CORE_PROTOCOL_VERSION, PROTOCOL_VERSION, network, address, "grpc", certificate].join("|")}\n`;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

function port(text: string | undefined, otherwise: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 && value < 65_536 ? value : otherwise;
}
