import { tfeProject } from "../../src/provider/project-move";

/** As version 0.80.0 of `hashicorp/tfe` stores it. */
const stored = {
  auto_destroy_activity_duration: "14d",
  description: "Shared",
  id: "prj-1",
  ignore_additional_tags: true,
  name: "Platform",
  organization: "acme",
  tags: { "cost-center": "42" },
};

const unset = {
  default_execution_mode: null,
  default_agent_pool_id: null,
  deletion_policy: "refuse",
  adopt_existing: null,
  previous_names: null,
};

describe("a project of hashicorp/tfe that is moved", () => {
  it("keeps every attribute, tags included", () => {
    expect(tfeProject.move(stored)).toEqual({ ...stored, ...unset });
  });

  it.each([
    { description: null, auto_destroy_activity_duration: "", ignore_additional_tags: false, tags: {} },
    { description: null, auto_destroy_activity_duration: null, ignore_additional_tags: null, tags: {} },
  ])("is like code that does not set what is not set in its state: %j", (empty) => {
    expect(tfeProject.move({ ...stored, ...empty })).toEqual({
      id: "prj-1",
      name: "Platform",
      organization: "acme",
      description: null,
      auto_destroy_activity_duration: null,
      ignore_additional_tags: null,
      tags: {},
      ...unset,
    });
  });

  it("keeps an empty description, which the code may set", () => {
    expect(tfeProject.move({ ...stored, description: "" })).toEqual({ ...stored, ...unset, description: "" });
  });

  it("can be of a version of hashicorp/tfe that had fewer attributes", () => {
    const { id, name, organization } = stored;
    const moved = tfeProject.move({ id, name, organization });
    expect(moved).toMatchObject({ id, name, organization, description: null, tags: null });
  });

  it.each(["id", "name", "organization"])("is rejected without %s, with what to do", (attribute) => {
    for (const value of [undefined, null, ""]) {
      expect(() => tfeProject.move({ ...stored, [attribute]: value })).toThrow(
        new RegExp(`tfprojects_project: The state of the tfe_project has no \`${attribute}\`.*-refresh-only`),
      );
    }
  });
});
