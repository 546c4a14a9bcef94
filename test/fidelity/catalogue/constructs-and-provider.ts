import type { Section } from "../row";
import { rowId } from "../row";
import { TERRAFORM_PROJECTS } from "./terraform-projects";
import { TERRAFORM_RULES } from "./terraform-rules";
import { TERRAFORM_RUNS } from "./terraform-runs";

/** The tests of constructs and provider, by row. */
const SHOWN = new Map([...TERRAFORM_PROJECTS, ...TERRAFORM_RUNS, ...TERRAFORM_RULES]);

/**
 * Says of the rows which tests of constructs and provider show them.
 *
 * @throws Error when there is no such row: it was renamed, and is to be renamed here.
 */
export function withTerraform(sections: readonly Section[]): readonly Section[] {
  const left = new Set(SHOWN.keys());
  const shown = sections.map((section) => ({
    ...section,
    rows: section.rows.map((row) => {
      const id = rowId(section, row);
      const terraform = SHOWN.get(id);
      if (terraform === undefined) return row;
      left.delete(id);
      return { ...row, terraform };
    }),
  }));
  if (left.size > 0) throw new Error(`The catalogue has no row ${[...left].join(", ")}.`);
  return shown;
}
