import { isTerraformOutput, parsePlan } from "../../src/terraform/plan";
import { UnsupportedDocumentError } from "../../src/terraform/unsupported-document";
import { planJson } from "../support/plan-json";

const platform = { id: "prj-1", name: "Platform" };
const whole = planJson({ "tfprojects_project.platform": { before: platform } });
const partly = (others: object): object => ({ ...whole, ...others });

test("a plan has what Terraform does with each object, and when it was made", () => {
  const content = planJson({
    'module.teams["a.b"].module.base[0].tfprojects_project.team["x"]': {
      before: { ...platform, name: "Old" },
      after: platform,
      actions: ["update"],
    },
    "tfprojects_project.gone": { before: platform, after: null, actions: ["delete"] },
  });
  expect(parsePlan(content, "plan.json")).toMatchObject({
    source: "plan.json",
    createdAt: "2026-11-22T12:41:52Z",
    changes: [
      {
        module: 'module.teams["a.b"].module.base[0]',
        resource: "tfprojects_project.team",
        key: "x",
        action: "keep",
        before: { name: "Old" },
        after: { name: "Platform" },
      },
      { module: "", key: undefined, action: "delete", after: {} },
    ],
  });
});

test("a time that is none is left out", () => {
  expect(parsePlan(partly({ timestamp: "\u001b[31mnow" }), "-").createdAt).toBeUndefined();
});

test.each<[string, unknown, string]>([
  ["that is not an object", [], "It is not a JSON object."],
  ["of a newer format", partly({ format_version: "2.0" }), "It has format version 2.0, and only versions 1.x are"],
  ["of an older format", partly({ format_version: "0.2" }), "Use Terraform 1.1 or later."],
  ["that is a state", { format_version: "1.0", values: {} }, "It has no planned values"],
  ["that is an empty state", { format_version: "1.0" }, "It has no planned values"],
  ["that is a report of this program", { format_version: "1.0", tfprojects_version: "1", kind: "plan" }, "a report of"],
  ["with errors", partly({ errored: true }), "Terraform reported errors while it made the plan"],
  ["that is not complete", partly({ complete: false }), "it was made with -target or -exclude"],
  [
    "that lacks an object of the state, from a Terraform that does not say so",
    partly({
      complete: undefined,
      resource_changes: (planJson({ "tfprojects_project.other": {} }) as { resource_changes: object[] })
        .resource_changes,
    }),
    "does not contain tfprojects_project.platform",
  ],
  ["made with -refresh-only", partly({ resource_changes: undefined }), "it was made with -refresh-only"],
  [
    "with an action of a newer provider",
    partly({ action_invocations: [{ address: "action.tfprojects_sync.a", type: "tfprojects_sync" }] }),
    "Terraform would invoke action.tfprojects_sync.a, an action that this version does not know.",
  ],
  [
    "with an action whose address is no text",
    partly({ action_invocations: [{ address: { is: ["a"] }, type: "tfprojects_sync" }] }),
    'Terraform would invoke {"is":["a"]}, an action',
  ],
  [
    "with deferred changes that lack an address",
    partly({ deferred_changes: [{ resource_change: { address: [1] } }, {}] }),
    "Terraform deferred changes until a later plan: (none), [1].",
  ],
  [
    "with deferred changes",
    partly({ deferred_changes: [{ reason: "x", resource_change: { address: "tfprojects_project.later" } }] }),
    "Terraform deferred changes until a later plan: tfprojects_project.later.",
  ],
])("a plan %s is refused", (_, content, reason) => {
  expect(() => parsePlan(content, "-")).toThrow(UnsupportedDocumentError);
  expect(() => parsePlan(content, "-")).toThrow(reason);
});

test("the output of terraform show is told from code", () => {
  expect(isTerraformOutput({ format_version: "1.0" })).toBe(true);
  expect(isTerraformOutput({ resource: {} })).toBe(false);
  expect(isTerraformOutput([])).toBe(false);
});
