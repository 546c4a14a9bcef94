import type { Section, TestReference } from "../row";
import { rowId, testsOf } from "../row";

const stages = testsOf("test/provider/run-task-stages-data-source.test.ts");
const projects = testsOf("test/provider/project-data-sources.test.ts");

const STAGE = stages(
  "every field of a stage and of its results has the value that the service gives it, and no other's",
);
const MAY_OVERRIDE = stages("each permission has its own place: …");
const PROJECT = projects("every field of a project has its value, and of the permissions … alone is true");

/** The rows of a section, by their names, that the data sources show. */
const each = (section: string, names: readonly string[], tests: readonly TestReference[]) =>
  names.map((name) => [`${section} ${name}`, tests] as const);

/** Which tests of constructs and provider show which rows of the contract. */
const SHOWN: ReadonlyMap<string, readonly TestReference[]> = new Map([
  ...each(
    "2.1",
    [
      "id",
      "attributes.name",
      "attributes.description",
      "attributes.workspace-count",
      "attributes.team-count",
      "attributes.permissions",
      "attributes.auto-destroy-activity-duration",
      "relationships.organization.data",
    ],
    PROJECT,
  ),
  ...each(
    "2.2",
    [
      "id",
      "attributes.status",
      "attributes.stage",
      "attributes.status-timestamps",
      "attributes.created-at",
      "attributes.updated-at",
      "relationships.run.data",
      "relationships.task-results.data",
      "relationships.policy-evaluations.data",
    ],
    STAGE,
  ),
  ...each("2.2", ["attributes.permissions", "attributes.actions"], MAY_OVERRIDE),
  ...each(
    "2.3",
    [
      "id",
      "attributes.status",
      "attributes.message",
      "attributes.status-timestamps",
      "attributes.url",
      "attributes.created-at",
      "attributes.updated-at",
      "attributes.task-id",
      "attributes.task-name",
      "attributes.task-url",
      "attributes.stage",
      "attributes.workspace-task-id",
      "attributes.workspace-task-enforcement-level",
      "relationships.task-stage.data",
    ],
    STAGE,
  ),
  ...each("2.3", ["attributes.is-speculative"], [...STAGE, ...stages("whether a run is speculative comes through")]),
]);

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
      const terraform = section.source === "contract" ? SHOWN.get(id) : undefined;
      if (terraform === undefined) return row;
      left.delete(id);
      return { ...row, terraform };
    }),
  }));
  if (left.size > 0) throw new Error(`The catalogue has no row ${[...left].join(", ")}.`);
  return shown;
}
