import { NO_SETTINGS, nameKey, type Project, type ProjectSettings } from "../../src/model";
import type { ActualOrganization } from "../../src/engine/actual-organization";
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
