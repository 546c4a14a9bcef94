import { ENFORCEMENT_LEVELS, idPrefix, RUN_STAGES } from "../../model";
import type { Decoded } from "../decode";
import { arrayOf, boolean, isObject, jsonObject, nullable, object, oneOf, optional, string } from "../decode";
import { attribute, setting } from "../engine/attribute";
import { readAttribute } from "../engine/input";
import type { Kind, ReadPart, RecordOf, Scope, Store, WriteContext } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { toOne, toOptional } from "../engine/relation";
import { create } from "../engine/write";
import type { AttributeProblem } from "../errors";
import type { RequestResource } from "../http/request-document";
import { organizations } from "./organization";
import { isEntitledTo } from "./subscription";

/** Where a run task runs in workspaces that it is not attached to. */
const globalConfiguration = object({
  enabled: boolean,
  stages: arrayOf(oneOf(RUN_STAGES)),
  enforcementLevel: oneOf(ENFORCEMENT_LEVELS),
});
type GlobalConfiguration = Decoded<typeof globalConfiguration>;

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
  members: { global: optional(nullable(globalConfiguration)) },
});

export type RunTaskRecord = RecordOf<typeof definition>;

/** Run tasks of an organization; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-tasks */
export const runTasks: Kind<RunTaskRecord> = kind(definition, {
  access: { read: "read", create: "manage", update: "manage", delete: "manage" },
  items: ["/tasks/:task"],
  collection: "/organizations/:organization/tasks",
  list: {},
  computed: {
    category: { constant: "task" },
    // Write-only; the service returns null.
    hmacKey: { constant: null },
    globalConfiguration: {
      value: ({ store }, task) => {
        if (!canBeGlobal(store, task)) return null;
        const { enabled = false, stages = [], enforcementLevel = null } = task.global ?? {};
        return { enabled, stages, "enforcement-level": enforcementLevel };
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
  includes: ["workspace-tasks", "workspace-tasks.workspace"],
  relationshipsNotEmulated: ["task-configs"],
  read,
});

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}

/** Where a run task runs in workspaces that it is not attached to; undefined for nowhere. */
export function globalConfigurationOf(store: Store, task: RunTaskRecord): GlobalConfiguration | undefined {
  return task.global?.enabled === true && canBeGlobal(store, task) ? task.global : undefined;
}

function canBeGlobal(store: Store, { organizationId }: Pick<RunTaskRecord, "organizationId">): boolean {
  return isEntitledTo(store.table(organizations).expect(organizationId), "global-run-tasks");
}

/** The category, which the service requires, and the global configuration. */
function read(
  { attributes }: RequestResource,
  { before, organizationId }: Scope<RunTaskRecord>,
  { store }: WriteContext,
): ReadPart<RunTaskRecord> {
  const problems: AttributeProblem[] = [];
  const category = attributes["category"] ?? (before === undefined ? undefined : "task");
  if (category === undefined) problems.push({ attribute: "category", detail: "Category can't be blank" });
  else if (category !== "task") problems.push({ attribute: "category", detail: "Category must be task" });
  const global = readGlobal(attributes["global-configuration"], before?.global ?? null, problems);
  return { change: global === undefined || !canBeGlobal(store, { organizationId }) ? {} : { global }, problems };
}

const STAGES = attribute(arrayOf(oneOf(RUN_STAGES)));
const LEVEL = attribute(oneOf(ENFORCEMENT_LEVELS));
const ENABLED = attribute(boolean);

/** The global configuration; undefined when the document has none. Absent members keep their value. */
function readGlobal(
  value: unknown,
  before: GlobalConfiguration | null,
  problems: AttributeProblem[],
): GlobalConfiguration | null | undefined {
  if (value === undefined || value === null) return value;
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
    enabled: member(ENABLED, "enabled") ?? before?.enabled ?? false,
    stages: member(STAGES, "stages") ?? before?.stages ?? [],
    enforcementLevel: member(LEVEL, "enforcement-level") ?? before?.enforcementLevel ?? "advisory",
  };
}

/** The organization's run task of that name, created if there is none. */
export function findOrCreateRunTask(
  store: Store,
  organizationId: string,
  name: string,
  url = `https://run-tasks.example.com/${encodeURIComponent(name)}`,
  hmacKey: string | null = null,
): RunTaskRecord {
  return (
    store.table(runTasks).find("name", organizationId, name) ??
    create(store, runTasks, { organizationId, name, url, settings: { hmacKey } })
  );
}
