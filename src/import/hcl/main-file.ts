import { PROVIDER_TYPE } from "../../model/provider-address";
import { requiredProviders } from "../../terraform/required-providers";
import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import type { CodeHead } from "../imported";
import { comment, formatArguments, formatBlock, separated } from "../../terraform/hcl-format";

/**
 * `main.tf`: the provider, followed by other blocks.
 *
 * @param version - The version of Terraform that the configuration needs, with the reason; undefined for any.
 */
export function mainFile(
  { comment: lines, provider }: CodeHead,
  version: string | undefined,
  sections: readonly (readonly string[])[],
): GeneratedFile {
  return generatedFile(
    "main.tf",
    separated([
      comment(lines),
      formatBlock("terraform", [
        ...(version === undefined ? [] : [`required_version = ${version}`, ""]),
        ...requiredProviders(),
      ]),
      [
        ...comment(["The address and the token come from TFE_ADDRESS and TFE_TOKEN."]),
        ...formatBlock(`provider "${PROVIDER_TYPE}"`, formatArguments(provider, 2)),
      ],
      ...sections,
    ]),
  );
}

/** The name of a resource, or the key in a table, for a construct ID: `data_science` for `data-science`. */
export function resourceName(constructId: string): string {
  return constructId.replaceAll("-", "_");
}
