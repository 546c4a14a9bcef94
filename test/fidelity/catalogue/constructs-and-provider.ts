import { TASK_STAGE_STATUSES } from "../../../src/model";
import type { Section, TestReference } from "../row";
import { rowId, testsOf } from "../row";

const stages = testsOf("test/provider/run-task-stages-data-source.test.ts");
const projects = testsOf("test/provider/project-data-sources.test.ts");

/** What the provider does its work with; the engine does too. */
const ensured = testsOf("test/reconcile/project.test.ts");
const members = testsOf("test/reconcile/membership.test.ts");
const reads = testsOf("test/reconcile/view.test.ts");
const lostWrites = testsOf("test/reconcile/lost-write.test.ts");
const verdicts = testsOf("test/model/verdict.test.ts");
const projectMistakes = testsOf("test/constructs/project.test.ts");

const CREATE = ensured("ensureProject › creates what is missing with one write, and writes nothing the second time");
const UPDATE = ensured("ensureProject › brings each attribute in line, and leaves the others alone");
const DELETE = ensured("deleteProject › deletes an empty project, and finds nothing to do the second time");
const MOVE = members("ensureMembership › moves 500 workspaces in one request, and none the second time");
const REFUSED_MOVE = members(
  "ensureMembership › one that is deleted after the look: the service refuses all, and the error has its words",
);
const PAGES = reads("projects › 250 that are asked for together cost three pages");
const BY_NAME = reads("projects › are found by name without regard to case, among names that contain it");
const SINGLE = reads("projects › three stay single, and what was read once is not read again");
const VERDICT = verdicts("verdictOf › every status of a single stage has its verdict");
const mistakes = (...names: readonly string[]) =>
  projectMistakes(...names.map((name) => `a mistake in a project is found before Terraform runs › ${name}`));
const NAME = mistakes("a name of two characters", "a name of 41 characters", "a name with a dot");
const DESCRIPTION = mistakes("a description of 257 characters");
const DURATION = mistakes("a duration of zero");

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
  ...each("3.1", TASK_STAGE_STATUSES, VERDICT),
  ...each("4.1", ["POST /organizations/:organization_name/projects", ":organization_name", "data.type"], CREATE),
  ...each("4.1", ["data.attributes.name"], [...CREATE, ...NAME]),
  ...each("4.1", ["data.attributes.description"], [...CREATE, ...DESCRIPTION]),
  ...each("4.1", ["data.attributes.auto-destroy-activity-duration"], [...CREATE, ...DURATION]),
  ...each("4.1", ["Response of create"], CREATE),
  ...each("4.2", ["PATCH /projects/:project_id", ":project_id", "data.type", "Response of update"], UPDATE),
  ...each("4.2", ["data.attributes.name"], [...UPDATE, ...NAME]),
  ...each("4.2", ["data.attributes.description"], [...UPDATE, ...DESCRIPTION]),
  ...each("4.2", ["data.attributes.auto-destroy-activity-duration"], [...UPDATE, ...DURATION]),
  ...each(
    "4.3",
    ["GET /organizations/:organization_name/projects", ":organization_name", "page[number]", "page[size]"],
    PAGES,
  ),
  ...each("4.3", ["filter[names]"], BY_NAME),
  ...each("4.4", ["GET /projects/:project_id"], SINGLE),
  ...each("4.5", ["DELETE /projects/:project_id", ":project_id"], DELETE),
  ...each(
    "4.5",
    ["A project that contains workspaces"],
    ensured("deleteProject › refuses a project that holds workspaces, names them, and writes nothing"),
  ),
  ...each(
    "4.6",
    [
      "POST /projects/:project_id/relationships/workspaces",
      ":project_id",
      "data",
      "data[].type",
      "data[].id",
      "Response of move",
    ],
    MOVE,
  ),
  ...each("4.6", ["All or nothing"], REFUSED_MOVE),
  ...each("7", ["Delete project 204"], DELETE),
  ...each(
    "7",
    ["Delete project 404"],
    [
      ...ensured("deleteProject › a 404 is a success only while the organization can be read"),
      ...lostWrites(
        "a delete that got a 404 after an attempt whose answer was lost › is of unknown outcome when from then on nothing can be seen",
      ),
    ],
  ),
  ...each("7", ["Move workspaces 204"], MOVE),
  ...each("7", ["Move workspaces 403"], REFUSED_MOVE),
  ...each("8", ["Project name length"], NAME),
  ...each("8", ["Project description length"], DESCRIPTION),
  ...each("8", ["auto-destroy-activity-duration"], DURATION),
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
