/** The entry of one provider in a lock file. */
export interface ProviderLock {
  readonly version: string;
  readonly constraints: string;
  /** If empty, Terraform adds the hashes of what it installs, as on a first `terraform init`. */
  readonly hashes: readonly string[];
}

const HEADER = `# This file is maintained automatically by "terraform init" or "tofu init".
# Manual edits may be lost in future updates.
`;

/**
 * A dependency lock file (`.terraform.lock.hcl`). Entries of other providers stay unchanged, with the hashes that
 * Terraform has verified.
 *
 * @see https://developer.hashicorp.com/terraform/language/files/dependency-lock
 */
export class LockFile {
  private constructor(
    private readonly header: string,
    private readonly blocks: Map<string, string>,
  ) {}

  /** @param text - Empty if the file does not exist. */
  static parse(text: string): LockFile {
    const blocks = [...text.matchAll(/^provider "([^"]+)" \{\r?\n[^]*?^\}/gm)];
    // The header names the program that wrote it: Terraform or OpenTofu.
    const header = /^(?:#.*\n)+/.exec(text.replaceAll("\r\n", "\n"))?.[0] ?? HEADER;
    return new LockFile(header, new Map(blocks.map(([block, address = ""]) => [address, block])));
  }

  /** The entry of a provider, by its full address; undefined if there is none. */
  tryFind(address: string): ProviderLock | undefined {
    const block = this.blocks.get(address);
    if (block === undefined) return undefined;
    return {
      version: stringIn(block, /^\s*version\s*=\s*"([^"]*)"/m),
      constraints: stringIn(block, /^\s*constraints\s*=\s*"([^"]*)"/m),
      hashes: [...block.matchAll(/^\s*"([^"]+)",?\s*$/gm)].map(([, hash = ""]) => hash),
    };
  }

  set(address: string, lock: ProviderLock): void {
    const hashes = lock.hashes.map((hash) => `    "${hash}",\n`).join("");
    this.blocks.set(
      address,
      `provider "${address}" {\n` +
        `  version     = "${lock.version}"\n` +
        `  constraints = "${lock.constraints}"\n` +
        (hashes === "" ? "" : `  hashes = [\n${hashes}  ]\n`) +
        "}",
    );
  }

  /** The text as Terraform writes it, sorted by address. */
  toString(): string {
    const addresses = [...this.blocks.keys()].sort();
    return [this.header, ...addresses.map((address) => `${this.blocks.get(address) ?? ""}\n`)].join("\n");
  }
}

function stringIn(block: string, argument: RegExp): string {
  return argument.exec(block)?.[1] ?? "";
}
