import { NO_SETTINGS, nameKey, type AssignmentAttributes, type Project, type ProjectSettings } from "../../src/model";
import { PERMISSION_BLOCKS } from "../../src/model/definitions";
import type { ActualOrganization, ReadAssignments } from "../../src/engine/actual-organization";
import { inProject, type FixedReason } from "../../src/reconcile/assignments";
import { anyCharacter, fc } from "../support/property";
import { AGENT_POOLS, anyExecution, anyTags } from "../support/random-settings";

export const DEFAULT_ID = "prj-default";

/** A project as the service returns it. */
export function project(id: string, name: string, attributes: Partial<Omit<ProjectSettings, "name">> = {}): Project {
  return {
    ...NO_SETTINGS,
    id,
    name,
    workspaceCount: undefined,
    teamCount: undefined,
    permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
    organization: "acme",
    ...attributes,
  };
}

/** An organization: names of projects → names of the workspaces in each. */
export function organization(
  content: Readonly<Record<string, readonly string[]>>,
  attributes: Readonly<Record<string, Partial<Omit<ProjectSettings, "name">>>> = {},
): ActualOrganization {
  const projects = Object.keys(content).map((name, index) =>
    project(name === "Default Project" ? DEFAULT_ID : `prj-${index}`, name, attributes[name]),
  );
  const workspaces = Object.values(content).flatMap((names, home) =>
    names.map((name, index) => ({
      id: `ws-${home}x${index}`,
      name,
      projectId: projects[home]!.id,
      organization: "acme",
    })),
  );
  return { name: "acme", defaultProjectId: DEFAULT_ID, projects, workspaces };
}

/** Names of projects, many of them reserved in TypeScript, in cdktf or in the generated code. */
const projectName = fc.oneof(
  fc.constantFrom(
    ...[
      "class",
      "a b",
      "a-b",
      "a_b",
      "A B 2",
      "aB2",
      "123",
      "12 34",
      "---",
      "_-_",
      "__proto__",
      "constructor",
      "toString",
    ],
    ...["Backend", "tfprojects", "index", "platform", "platform-workspaces", "Platform Workspaces", "import existing"],
    ...[
      "scope",
      "app",
      "projects",
      "define project",
      "Project",
      "Workspace Membership",
      "require",
      "exports",
      "undefined",
    ],
    ...[
      "Data Science",
      "HTTPServer",
      "APIs",
      "Team API",
      "com1",
      "aux",
      "x".repeat(40),
      "long name ".repeat(4).slice(0, 39),
    ],
  ),
  fc
    .stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9 _-]{1,38}[A-Za-z0-9_-]$/)
    .filter((name) => name.length >= 3 && name.length <= 40),
);

const workspaceName = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "constructor", "api", "A-B", "a_b", "x".repeat(90)) },
  { weight: 4, arbitrary: fc.stringMatching(/^[A-Za-z0-9_-]{1,90}$/).filter((name) => name.length <= 90) },
  // Names with common prefixes, which rules may match.
  { weight: 8, arbitrary: fc.stringMatching(/^(net|Web|app1)[-_]?[0-9]{0,2}(-prod|_X)?[0-9]?$/) },
);

/** Own tags of a workspace. */
const workspaceTags = fc
  .dictionary(fc.constantFrom("team", "env", "10", "constructor"), fc.constantFrom("", "a", "b"), { maxKeys: 2 })
  .map((tags) => Object.entries(tags).map(([key, value]) => ({ key, value })));

/** Up to 256 characters, many of them special in TypeScript, JSON, cdktf or Terraform. */
const description = fc.oneof(
  fc.constant(null),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...[
            "${",
            "$",
            "%{",
            "%",
            "{",
            "}",
            "${x}",
            "${TfToken[TOKEN.0]}",
            "${TfToken[",
            "#{TfToken[TOKEN.0]}",
            "&{TfToken[TOKEN.0]}",
            "TOKEN",
          ],
          ...[
            '"',
            "'",
            "`",
            "\\",
            "\\n",
            "\n",
            "\r\n",
            "\t",
            "//",
            "*/",
            "</script>",
            "<<EOT",
            "~}",
            "1e5",
            "-1.5e+300",
          ],
          ...["\u0000", "\u2028", "\u202e", "\ufeff", "e\u0301", "ß", "日本", "👩‍👩‍👧", "😀", " ", "if", "word "],
        ),
        fc.string({ unit: anyCharacter, maxLength: 4 }),
      ),
      { minLength: 1, maxLength: 40 },
    )
    .map((parts) => Array.from(parts.join("")).slice(0, 256).join("") || null),
);

const duration = fc.constantFrom(null, "1h", "14d", "9999d");

/** Any organization that the service could have. */
export const anyOrganization: fc.Arbitrary<ActualOrganization> = fc
  .record({
    names: fc.uniqueArray(projectName, { minLength: 2, maxLength: 12, selector: nameKey }),
    attributes: fc.array(fc.tuple(description, duration, anyExecution, anyTags), { minLength: 12, maxLength: 12 }),
    // Most are in the first projects, so that rules match enough of them.
    workspaces: fc.uniqueArray(fc.tuple(workspaceName, fc.oneof(fc.nat(11), fc.nat(2)), workspaceTags), {
      maxLength: 40,
      selector: ([name]) => nameKey(name),
    }),
  })
  .map(({ names, attributes, workspaces }) => {
    const projects = names.map((name, index) => {
      const [text, time, execution, tags] = attributes[index]!;
      return project(index === 0 ? DEFAULT_ID : `prj-${index}`, name, {
        description: text,
        autoDestroyActivityDuration: time,
        ...execution,
        tags,
      });
    });
    return {
      name: "acme",
      defaultProjectId: DEFAULT_ID,
      projects,
      workspaces: workspaces.map(([name, home, tags], index) => ({
        id: `ws-${index}`,
        name,
        projectId: projects[home % projects.length]!.id,
        organization: "acme",
        tags,
      })),
    };
  });

/** Names of teams and variable sets, many of them special in code, in Terraform or in the ID of an import. */
const objectName = fc.oneof(
  fc.constantFrom(
    ...["a, b", "b,", ":c", " d ", "e:f", "${x}", "$${", "%{if}", '"q" \\', "__proto__", "constructor", "10", "for"],
    ...["${TfToken[TOKEN.0]}", "team-1", "name", "x".repeat(70), "Ops Team", "`"],
  ),
  fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/),
);

/** The names that policy sets can have. */
const policySetName = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "10", "for", "polset-1"),
  fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/),
);

/** A level of access, or custom permissions, of which the service may leave some out. */
const anyAccess: fc.Arbitrary<AssignmentAttributes> = fc.oneof(
  fc.constantFrom("read", "write", "maintain", "admin").map((access) => ({ access })),
  fc
    .record(
      Object.fromEntries(
        Object.entries(PERMISSION_BLOCKS).flatMap(([block, { attributes }]) =>
          Object.entries<{ readonly choices?: readonly (string | boolean)[] | undefined }>(attributes).map(
            ([name, { choices }]) => [
              `${block}.${name}`,
              choices === undefined ? fc.boolean() : fc.constantFrom(...choices),
            ],
          ),
        ),
      ) as Record<string, fc.Arbitrary<string | boolean>>,
      { requiredKeys: [] },
    )
    .map((permissions) => ({ access: "custom", ...permissions })),
);

/** Objects of a type, and how some of them are assigned to projects. */
function anyAssignments(
  prefix: string,
  name: fc.Arbitrary<string>,
  attributes: fc.Arbitrary<AssignmentAttributes>,
  fixed: readonly FixedReason[],
): fc.Arbitrary<(projects: readonly Project[]) => ReadAssignments> {
  const names = fc.uniqueArray(name, { minLength: 6, maxLength: 6, selector: nameKey });
  const assigned = fc.uniqueArray(fc.tuple(fc.nat(11), fc.nat(5), attributes), {
    maxLength: 24,
    selector: ([project, object]) => `${project} ${object}`,
  });
  return fc.tuple(names, assigned).map(([found, pairs]) => (projects) => {
    const objects = found.map((name, index) => ({ id: `${prefix}-${index}`, name, fixed: fixed[index] }));
    const of = projects.map(({ id }, index) => {
      const own = pairs.filter(([project]) => project === index);
      return [id, own.map(([, object, how]) => ({ object: objects[object]!, attributes: how }))] as const;
    });
    return { isReadable: true, objects, projects: Object.fromEntries(of) };
  });
}

/** Any organization, with any teams and sets of its projects. */
export const anyAssigned: fc.Arbitrary<ActualOrganization> = fc
  .tuple(
    anyOrganization,
    anyAssignments("team", objectName, anyAccess, ["owners"]),
    anyAssignments("varset", objectName, fc.constant({}), ["global"]),
    anyAssignments("polset", policySetName, fc.constantFrom({ mode: "applied" }, { mode: "excluded" }), [
      "global",
      "tags",
    ]),
  )
  .map(([organization, access, variableSets, policySets]) => ({
    ...organization,
    assignments: {
      tfprojects_project_team_access: access(organization.projects),
      tfprojects_project_variable_sets: variableSets(organization.projects),
      tfprojects_project_policy_sets: policySets(organization.projects),
    },
  }));

/** An organization with all edge cases. */
export const EDGE_CASES = organization(
  {
    "Default Project": ["left-alone"],
    class: ["api"],
    "a b": ["__proto__", "x".repeat(90)],
    "a-b": ["a-b"],
    a_b: ["a_b"],
    "123": ["1"],
    "---": [],
    backend: ["constructor"],
    index: [],
    platform: ["network"],
    "platform-workspaces": ["w"],
    "import existing": ["z", "Y", "x"],
    [`${"long name ".repeat(3)}of forty s`]: Array.from({ length: 30 }, (_, index) => `workspace-${index}`),
    require: [],
    undefined: ["u"],
    for: ["f"],
    each: ["e"],
    null: [],
  },
  {
    class: {
      description: 'Say "it\'s"\n\t${x} %{if} $${y} ${TfToken[TOKEN.0]} \\ 日本 \u202e',
      autoDestroyActivityDuration: "14d",
    },
    "---": { description: "word ".repeat(51), autoDestroyActivityDuration: "9999h" },
    "a b": {
      defaultExecutionMode: "agent",
      defaultAgentPoolId: AGENT_POOLS[0],
      tags: { "10": "", "2": "a", "a-b": "_" },
    },
    "a-b": { defaultExecutionMode: "local", tags: { constructor: "x@y.z:1=+-", env: "prod" } },
    a_b: {
      tags: Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${index}-`.repeat(64), "v".repeat(256)])),
    },
  },
);

/** The edge cases, with zero, one and many teams and sets of a project. */
export const ASSIGNED_EDGE_CASES: ActualOrganization = {
  ...EDGE_CASES,
  assignments: {
    tfprojects_project_team_access: assigned("team", {
      owners: { fixed: "owners" },
      "read only": { class: { access: "read" }, "a b": { access: "write" }, for: { access: "admin" } },
      "a, b": { class: { access: "maintain" } },
      '${x} %{if} "q" \\': { class: { access: "admin" }, null: { access: "read" } },
      ["__proto__"]: { "a b": { access: "maintain" } },
      "10": { "a b": { access: "read" } },
      "👍🏽 日本": { class: { access: "read" }, "a b": { access: "read" } },
      custom: {
        class: {
          access: "custom",
          "project_access.settings": "update",
          "workspace_access.runs": "apply",
          "workspace_access.locking": true,
          "workspace_access.state_versions": "read-outputs",
        },
        undefined: { access: "custom" },
      },
    }),
    tfprojects_project_variable_sets: assigned("varset", {
      everywhere: { fixed: "global", class: {} },
      "of a project": { owner: "class", class: {} },
      "aws, eu": { class: {}, a_b: {} },
      " ${x}:%{if} ": { class: {} },
      ["long name ".repeat(9)]: { class: {} },
    }),
    tfprojects_project_policy_sets: assigned("polset", {
      costs: { fixed: "global", class: { mode: "excluded" } },
      pci: { class: { mode: "applied" }, a_b: { mode: "applied" } },
      ["p".repeat(70)]: { class: { mode: "applied" }, index: { mode: "excluded" } },
    }),
  },
};

/**
 * @param objects - Names of objects → names of projects → how the object is assigned to them; why it cannot be; the
 *   name of the project that owns it.
 */
function assigned(
  prefix: string,
  objects: Readonly<Record<string, Readonly<Record<string, AssignmentAttributes | string>>>>,
): ReadAssignments {
  const all = Object.entries(objects).map(([name, { fixed, owner, ...projects }], index) => {
    const object = { id: `${prefix}-${index}`, name, fixed: fixed as FixedReason | undefined };
    const project = EDGE_CASES.projects.find((it) => it.name === owner);
    return {
      object: project === undefined ? object : { ...object, fixed: "owned" as const, owner: { id: project.id } },
      projects: projects as Record<string, AssignmentAttributes>,
    };
  });
  return {
    isReadable: true,
    objects: all.map(({ object }) => object),
    projects: Object.fromEntries(
      EDGE_CASES.projects.map(({ id, name }) => [
        id,
        all.flatMap(({ object, projects }) =>
          Object.hasOwn(projects, name) ? [{ object: inProject(object, id), attributes: projects[name]! }] : [],
        ),
      ]),
    ),
  };
}
