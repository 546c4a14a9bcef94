const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };

/** The platform of a Node.js process, as Terraform names it: `linux_amd64`. */
export function platformOf(system: string = process.platform, architecture: string = process.arch): string {
  return `${system === "win32" ? "windows" : system}_${ARCHITECTURES[architecture] ?? architecture}`;
}
