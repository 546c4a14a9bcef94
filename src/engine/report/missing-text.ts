import { renamedText } from "../../reconcile/renamed-workspaces";
import { missingText } from "../findings/errors";
import type { Comparison } from "../plan/comparison";

/** Heading of {@link missingFindings}. */
export const MISSING_HEADING = "Workspaces not found";

/** What drift shows of workspaces that do not exist or have other names: of each membership one or two findings. */
export function missingFindings({
  missingWorkspaces: all,
}: Pick<Comparison, "missingWorkspaces">): readonly { readonly address: string; readonly text: string }[] {
  return all.flatMap(({ address, organization, renamed, missing, suggestions }) => [
    ...(renamed.length === 0 ? [] : [{ address, text: renamedText(renamed) }]),
    ...(missing.length === 0 ? [] : [{ address, text: missingText(organization, missing, suggestions) }]),
  ]);
}
