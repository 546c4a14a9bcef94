import { PROVIDER_TYPE } from "../../model/provider-address";
import { requiredProviders } from "../../terraform/required-providers";
import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import type { CodeHead } from "../imported";
import { comment, formatArguments, formatBlock, keyOf, separated } from "../../terraform/hcl-format";

/** `main.tf`: the provider, followed by other blocks. */
export function mainFile(
  { comment: lines, provider }: CodeHead,
  sections: readonly (readonly string[])[],
): GeneratedFile {
  return generatedFile(
    "main.tf",
    separated([
      comment(lines),
      formatBlock("terraform", requiredProviders()),
      [
        ...comment(["The address and the token come from TFE_ADDRESS and TFE_TOKEN."]),
        ...formatBlock(`provider "${PROVIDER_TYPE}"`, formatArguments(provider, 2)),
      ],
      ...sections,
    ]),
  );
}

/** The name of a resource for a construct ID: `data_science` for `data-science`. */
export function resourceName(constructId: string): string {
  return constructId.replaceAll("-", "_");
}

/** The key in a table for a construct ID. */
export function entryKey(constructId: string): string {
  return keyOf(resourceName(constructId));
}
