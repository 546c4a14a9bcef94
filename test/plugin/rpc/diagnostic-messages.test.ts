import {
  list,
  listBlock,
  map,
  nullable,
  object,
  optional,
  set,
  setBlock,
  singleBlock,
  string,
} from "../../../src/plugin";
import { diagnosticMessages } from "../../../src/plugin/rpc/diagnostic-messages";

const about = { description: "" };
const attributes = {
  name: optional(string, about),
  tags: optional(map(string), about),
  steps: optional(nullable(list(object({ name: string }))), about),
  labels: optional(set(string), about),
  settings: optional(object({ mode: string }), about),
};
const schema = {
  ...about,
  attributes,
  blocks: {
    rule: listBlock({ ...about, attributes, blocks: { limits: singleBlock({ ...about, attributes }) } }),
    team: setBlock({ ...about, attributes }),
  },
};
const rule = [{ attributeName: "rule" }, { elementKeyInt: 2 }];

describe("diagnostics", () => {
  it.each([
    [["name"], [{ attributeName: "name" }], "why"],
    [["tags", "a b"], [{ attributeName: "tags" }, { elementKeyString: "a b" }], "why"],
    [["steps", 1], [{ attributeName: "steps" }, { elementKeyInt: 1 }], "why"],
    [["steps", 1, "name"], [{ attributeName: "steps" }, { elementKeyInt: 1 }], "steps[1].name: why"],
    [["settings", "mode"], [{ attributeName: "settings" }], "settings.mode: why"],
    [["labels", 0], [{ attributeName: "labels" }], "why"],
    [["rule"], [{ attributeName: "rule" }], "why"],
    [["rule", 2], rule, "rule[2]: why"],
    [["rule", 2, "limits"], [...rule, { attributeName: "limits" }], "why"],
    [["team", 1], [{ attributeName: "team" }], "why"],
    [["rule", 2, "steps", 1], [...rule, { attributeName: "steps" }, { elementKeyInt: 1 }], "why"],
    [["rule", 2, "labels", 0], [...rule, { attributeName: "labels" }], "why"],
    [["rule", 2, "other"], rule, "rule[2].other: why"],
    [
      ["rule", 2, "limits", "tags", "a"],
      [...rule, { attributeName: "limits" }, { attributeName: "tags" }, { elementKeyString: "a" }],
      "why",
    ],
    [["team", 1, "name"], [{ attributeName: "team" }], "team.name: why"],
    [["other"], undefined, "other: why"],
    [[], undefined, "why"],
  ])("point at %j as far as Terraform can, and say the rest", (attribute, steps, detail) => {
    expect(diagnosticMessages([{ severity: "warning", summary: "what", detail: "why", attribute }], schema)).toEqual([
      { severity: 2, summary: "what", detail, attribute: steps && { steps } },
    ]);
  });

  it("keep their lines, and are sanitized", () => {
    const summary = "Cannot create \u202eproject\n::error::x";
    const detail = "One line:\n\n- the service says \u001b[2J and ##vso[task.complete]\n::set-output name=a::b";
    const attribute = ["tags", "\u009b2J"];
    expect(diagnosticMessages([{ severity: "error", summary, detail, attribute }], schema)).toMatchObject([
      {
        summary: "Cannot create \\u{202e}project\\n:\\u{3a}error::x",
        detail:
          "One line:\n\n- the service says \\u{1b}[2J and #\\u{23}vso[task.complete]\n:\\u{3a}set-output name=a::b",
      },
    ]);
  });
});
