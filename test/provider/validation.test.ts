import { RESOURCES } from "../../src/model";
import { UNKNOWN } from "../../src/plugin";
import { validateIds, validatorOf } from "../../src/provider/validation";
import { OPTIONAL } from "../support/handler-requests";
import { contextOf, errorsOf, NO_SERVICE } from "./context";

const [project, membership] = [RESOURCES.tfprojects_project, RESOURCES.tfprojects_workspace_membership];
const NO_PLACEMENT = Object.fromEntries(
  Object.keys(RESOURCES.tfprojects_workspace_placement.attributes).map((name) => [name, null]),
);
const NO_SETTINGS = Object.fromEntries(Object.keys(project.attributes).map((name) => [name, null]));

function problemsOf(definition: Parameters<typeof validatorOf>[0], config: object) {
  const context = contextOf(NO_SERVICE);
  validatorOf(definition)(config, context);
  return context.diagnostics.entries.map(({ severity, summary, attribute }) => ({ severity, summary, attribute }));
}

const members = (more: object): object => ({
  ...OPTIONAL,
  project_id: "prj-1",
  workspace_ids: null,
  workspace_names: ["api"],
  organization: null,
  ...more,
});
const invalid = (summary: string, ...attribute: readonly (string | number)[]) => ({
  severity: "error",
  summary,
  attribute,
});

describe("a rule that a configuration breaks is an error", () => {
  test("of the attribute, or of an element in it", () => {
    expect(problemsOf(project, { ...NO_SETTINGS, name: "no", previous_names: ["Core", ""] })).toEqual([
      invalid("Invalid project name", "name"),
      invalid("Invalid previous name", "previous_names", 1),
    ]);
  });

  test("of an attribute in a block, of which there may be several", () => {
    const rule = { project: "Networks", match_names: ["net-*"], match_tags: null, take_from: null };
    const config = { organization: null, rule: [rule, { ...rule, match_names: ["net *"] }] };
    const context = contextOf(NO_SERVICE);
    validatorOf(RESOURCES.tfprojects_workspace_placement)({ ...NO_PLACEMENT, ...config }, context);
    expect(context.diagnostics.entries).toMatchObject([
      {
        ...invalid("Invalid match_names", "rule", 1, "match_names", 0),
        detail: expect.stringMatching(/^rule\[1\]\.match_names\[0\]: The pattern "net \*" can match no workspace/),
      },
    ]);
    const none = { ...NO_PLACEMENT, organization: null, rule: [] };
    const other = contextOf(NO_SERVICE);
    validatorOf(RESOURCES.tfprojects_workspace_placement)(none, other);
    expect(other.diagnostics.entries.map(({ detail }) => detail)).toEqual(['At least 1 "rule" blocks are required.']);
  });

  test("unless it depends on unknown values, also within lists and maps", () => {
    expect(problemsOf(membership, members({ workspace_names: UNKNOWN }))).toEqual([]);
    expect(problemsOf(membership, members({ workspace_names: ["", UNKNOWN] }))).toEqual([
      invalid("Invalid workspace_names", "workspace_names", 0),
    ]);
    const tags = { env: UNKNOWN, "": "x" };
    expect(problemsOf(project, { ...NO_SETTINGS, name: "Platform", tags })).toEqual([
      invalid("Invalid tags", "tags", ""),
    ]);
    expect(problemsOf(project, { ...NO_SETTINGS, name: "Platform", tags: { env: UNKNOWN } })).toEqual([]);
  });

  test("unless it is the format of an ID, which the plan checks", async () => {
    const wrong = members({ project_id: "platform", workspace_ids: ["api"] });
    expect(problemsOf(membership, wrong)).toEqual([]);
    expect(await errorsOf(() => validateIds(membership, wrong))).toMatchObject([
      invalid("Invalid project_id", "project_id"),
      invalid("Invalid workspace_ids", "workspace_ids", 0),
    ]);
    validateIds(membership, members({ workspace_names: [""] }));
  });
});
