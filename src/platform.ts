const ARCHITECTURES: ReadonlyMap<string, string> = new Map([
  ["x64", "amd64"],
  ["ia32", "386"],
]);

/** The platform of a Node.js process, as Terraform names it: `linux_amd64`. */
export function platformOf(system: string = process.platform): string {
  return `${system === "win32" ? "windows" : system}_${ARCHITECTURES.get(process.arch) ?? process.arch}`;
}
