import { resolve } from "node:path";
import { codeBlocks } from "./code-blocks";

const PAGE = resolve(__dirname, "../../docs/emulator.md");

/** The commands of docs/emulator.md that have Terraform find the emulator as a host. */
export function hostCommands(): string {
  const block = codeBlocks(PAGE).find(({ text }) => text.startsWith("cat > emulator.tfrc"));
  if (block === undefined) throw new Error(`${PAGE} has no such commands.`);
  return block.text;
}

/** The CLI configuration that they write. @param host - In place of `localhost`. */
export function hostConfiguration(
  emulator: { readonly address: string; readonly token: string },
  host: string,
): string {
  const [, text = ""] = /<<END\n([^]*)^END$/m.exec(hostCommands()) ?? [];
  return text
    .replaceAll('"localhost"', `"${host}"`)
    .replaceAll("$TFE_ADDRESS", emulator.address)
    .replaceAll("$TFE_TOKEN", emulator.token);
}
