import { ENFORCEMENT_LEVELS, idPrefix, RUN_STAGES } from "../../model";
import { arrayOf, boolean, isObject, jsonObject, nullable, oneOf, string } from "../decode";
import { managedWith } from "../engine/access";
import { attribute, setting } from "../engine/attribute";
import { readAttribute } from "../engine/input";
import type { Kind, RecordOf } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { outOfBand } from "../engine/out-of-band";
import { toOne, toOptional } from "../engine/relation";
import type { AttributeProblem } from "../errors";
import type { RequestResource } from "../http/request-document";
import type { GlobalConfiguration } from "./task-config";
import { canBeGlobal, configOf, putConfig } from "./task-config";

const definition = shape({
  type: "tasks",
  label: "Run task",
  prefix: idPrefix("task"),
  parameter: "task",
  parent: "organization",
  attributes: {
    name: attribute(string, {
      unique: true,
      check: (name) =>
        /^[A-Za-z0-9_-]+$/.test(name) ? [] : ["Name can only include letters, numbers, dashes, and underscores"],
    }),
    url: attribute(string, { check: (url) => (isWebAddress(url) ? [] : ["Url is invalid"]) }),
    createdAt: attribute(string, { stamp: "created" }),
    updatedAt: attribute(string, { stamp: "updated" }),
  },
  settings: {
    description: setting(nullable(string), null, { maxLength: 300 }),
    /** Whether it runs. */
    enabled: setting(boolean, true),
    params: setting(nullable(jsonObject), null, { documented: false }),
    /** Key for the signature of requests; null for none. A blank one means none, too. */
    hmacKey: setting(nullable(string), null, { writeOnly: true, normalize: (key) => (key === "" ? null : key) }),
  },
  relations: {
    organization: toOne("organizations", { links: true }),
    /** The agent pool that sends the requests; null for the service. The emulator has no agents. */
    agentPool: toOptional("agent-pools", {
      writable: "always",
      onDelete: "refuse",
      missing: "The provided agent pool does not exist",
    }),
  },
});

export type RunTaskRecord = RecordOf<typeof definition>;

const made = outOfBand(definition, {
  name: "runTasks",
  path: "/run-tasks",
  summary:
    "Creates a run task, to attach it to workspaces. The emulator sends requests to `url` if it is on the loopback " +
    "interface, signed with `hmacKey`. By default, it is an address to which no request is ever sent.",
  example: ({ organization }) => ({
    organization,
    name: "license-check",
    url: "https://run-tasks.example.com/licenses",
  }),
  defaults: { url: ({ name }) => `https://run-tasks.example.com/${encodeURIComponent(String(name))}` },
});

/** Run tasks of an organization; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-tasks */
export const runTasks: Kind<RunTaskRecord, typeof made> = kind(definition, {
  access: managedWith("manage-run-tasks", "read"),
  items: ["/tasks/:task"],
  collection: "/organizations/:organization/tasks",
  list: {},
  computed: {
    category: { constant: "task" },
    // Write-only; the service returns null.
    hmacKey: { constant: null },
    globalConfiguration: {
      value: ({ store }, task) => {
        if (!canBeGlobal(store, task.organizationId)) return null;
        const { global = false, allowedStages = [], enforcementLevel = null } = configOf(store, task.id) ?? {};
        return { enabled: global, stages: allowedStages, "enforcement-level": enforcementLevel };
      },
    },
  },
  related: {
    integration: { constant: { data: null }, documented: false },
    workspaceTasks: {
      to: "workspace-tasks",
      many: true,
      records: ({ store }, { id }) => store.of("workspace-tasks").where("taskId", id).all(),
    },
  },
  outOfBand: made,
  includes: ["workspace-tasks", "workspace-tasks.workspace"],
  contains: { "task-configs": "task-configs" },
  read: ({ attributes }, { before }) => ({ change: {}, problems: problemsIn(attributes, before === undefined) }),
  written: ({ store }, task, { attributes, relationships }, before) => {
    // Ignored beside configurations in full, and where the plan has no global run tasks.
    if (before === undefined && relationships["task-configs"] !== undefined) return;
    const { id, organizationId } = task;
    const configuration = readGlobal(attributes["global-configuration"], configOf(store, id), []);
    if (configuration !== undefined && canBeGlobal(store, organizationId)) {
      putConfig(store, id, organizationId, configuration);
    }
  },
});

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}

/** Problems of the category, which the service requires, and of the global configuration. */
function problemsIn(attributes: RequestResource["attributes"], isNew: boolean): readonly AttributeProblem[] {
  const problems: AttributeProblem[] = [];
  const category = attributes["category"] ?? (isNew ? undefined : "task");
  if (category === undefined) problems.push({ attribute: "category", detail: "Category can't be blank" });
  else if (category !== "task") problems.push({ attribute: "category", detail: "Category must be task" });
  readGlobal(attributes["global-configuration"], undefined, problems);
  return problems;
}

const STAGES = attribute(arrayOf(oneOf(RUN_STAGES)));
const LEVEL = attribute(oneOf(ENFORCEMENT_LEVELS));
const ENABLED = attribute(boolean);

/** The global configuration; undefined if the document has none. Absent members keep their value. */
function readGlobal(
  value: unknown,
  before: GlobalConfiguration | undefined,
  problems: AttributeProblem[],
): GlobalConfiguration | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) {
    problems.push({ attribute: "global-configuration", detail: "Global configuration must be an object" });
    return undefined;
  }
  const member = <T>(definition: ReturnType<typeof attribute<T>>, key: string): T | undefined => {
    const given = value[key] ?? undefined;
    if (given === undefined) return undefined;
    const found = readAttribute(definition, given, key);
    if ("value" in found) return found.value;
    const pointer = `/data/attributes/global-configuration/${key}`;
    problems.push({ ...found.problem, attribute: `global-configuration/${key}`, pointer });
    return undefined;
  };
  return {
    global: member(ENABLED, "enabled") ?? before?.global ?? false,
    allowedStages: member(STAGES, "stages") ?? before?.allowedStages ?? [],
    enforcementLevel: member(LEVEL, "enforcement-level") ?? before?.enforcementLevel ?? "advisory",
  };
}
