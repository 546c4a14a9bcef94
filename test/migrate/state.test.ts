import { UserError } from "../../src/user-error";
import { callPath } from "../../src/terraform/address";
import { checkState, parseStateResources } from "../../src/migrate/state";

const TFE = "registry.terraform.io/hashicorp/tfe";

describe("parseStateResources", () => {
  test("reads the managed resources of a state file, without what Terraform deletes", () => {
    const provider = `module.m.provider["${TFE}"].eu`;
    const stored = {
      version: 4,
      terraform_version: "1.11.4",
      resources: [
        { mode: "data", type: "x", name: "y", provider, instances: [{ attributes: {} }] },
        { mode: "managed", type: "tfe_project", name: "a", provider, instances: [{ attributes: { id: "prj-a" } }] },
        {
          module: 'module.m["x.y"]',
          mode: "managed",
          type: "tfe_project",
          name: "b",
          provider,
          instances: [
            { index_key: 0, status: "tainted", attributes: { id: "prj-b" } },
            { index_key: 0, deposed: "1234", attributes: { id: "prj-old" } },
          ],
        },
      ],
    };
    const resources = parseStateResources(stored);
    expect(resources.map(({ address, module, key, status }) => [address, module, key, status])).toEqual([
      ["tfe_project.a", "", undefined, "ok"],
      ['module.m["x.y"].tfe_project.b[0]', 'module.m["x.y"]', 0, "tainted"],
    ]);
  });

  test.each([
    [{ encrypted_data: "" }, "It is encrypted."],
    [{ format_version: "1.0", values: {} }, "It is not what `terraform state pull` prints."],
    [{ version: 3, modules: [] }, "It is not what `terraform state pull` prints."],
    ["text", "It is not what `terraform state pull` prints."],
  ])("rejects %j", (content, message) => {
    expect(() => parseStateResources(content)).toThrow(message);
  });
});

test("the path of a module has the names of its calls, whatever the keys are", () => {
  expect(callPath('module.a["x.module.y[0] \\"]"].module.b-c[1].module.d')).toEqual(["a", "b-c", "d"]);
  expect(callPath("")).toEqual([]);
});

test("tainted projects are rejected with what to do", () => {
  const resources = parseStateResources({
    version: 4,
    resources: [
      { mode: "managed", type: "tfe_project", name: "a", instances: [{ index_key: "x", status: "tainted" }] },
    ],
  });
  expect(() => checkState(resources)).toThrow(UserError);
  try {
    checkState(resources);
  } catch (error) {
    expect(error).toMatchObject({
      code: "INVALID_STATE",
      nextStep: "Run `terraform untaint 'tfe_project.a[\"x\"]'`, or apply first.",
    });
  }
});
