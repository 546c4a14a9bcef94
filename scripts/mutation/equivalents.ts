/** A mutant that no test can find, since the program behaves the same with it. */
export interface Equivalent {
  readonly file: string;
  /** The line that it starts on, without indentation. */
  readonly line: string;
  readonly replacement: string;
  readonly because: string;
}

/** Looked at one by one, when tests had missed them. A test fails when a line is no longer there. */
export const equivalents: readonly Equivalent[] = [
  {
    file: "src/api/host.ts",
    line: String.raw`return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);`,
    replacement: String.raw`/127\.\d+\.\d+\.\d+$/`,
    because: "A host of a URL whose last part is a number is an IPv4 address, of four numbers up to 255.",
  },
  {
    file: "src/api/paginate.ts",
    line: "hasMissedItems = false;",
    replacement: "true",
    because: "It is read after a pass, each of which sets it after its first page.",
  },
  {
    file: "src/emulator/engine/documents.ts",
    line: "included: readonly string[] = [],",
    replacement: '["Stryker was here"]',
    because: "No relationship has this name.",
  },
  {
    file: "src/emulator/engine/include.ts",
    line: "if (target === undefined) continue;",
    replacement: "false",
    because: "Without a kind there are no records, of which nothing is followed.",
  },
  {
    file: "src/emulator/engine/input.ts",
    line: "for (const name of kind.relationshipsNotEmulated ?? []) {",
    replacement: '["Stryker was here"]',
    because: "No relationship has this name.",
  },
  {
    file: "src/emulator/engine/listable.ts",
    line: "if (conditions.length === 0) return list;",
    replacement: "false",
    because: "It only saves copying a list of which nothing is left out.",
  },
  {
    file: "src/emulator/engine/routes.ts",
    line: "const parent = store.parentOf(kind, record)?.record;",
    replacement: "store.parentOf(kind, record).record",
    because: "Only organizations have no parent, and their relationships are not edited.",
  },
  {
    file: "src/emulator/engine/table.ts",
    line: "if (old !== undefined && next !== undefined && this.#replace(old, next)) return;",
    replacement: "false",
    because: "It only saves removing and adding.",
  },
  {
    file: "src/emulator/engine/table.ts",
    line: "#replace(old: R, next: R): boolean {",
    replacement: "{}",
    because: "It only saves removing and adding.",
  },
  {
    file: "src/emulator/engine/table.ts",
    line: 'if (typeof key !== "string" || key !== this.definition.keys(next)) return false;',
    replacement: "true",
    because: "It only saves removing and adding.",
  },
  {
    file: "src/emulator/engine/table.ts",
    line: 'if (typeof key !== "string" || key !== this.definition.keys(next)) return false;',
    replacement: '""',
    because: "It only saves removing and adding.",
  },
  {
    file: "src/emulator/engine/table.ts",
    line: 'if (typeof key !== "string" || key !== this.definition.keys(next)) return false;',
    replacement: 'typeof key === "string"',
    because: "It only saves removing and adding; a record without a key, before and after, is in no list.",
  },
  {
    file: "src/emulator/engine/table.ts",
    line: 'if (typeof key !== "string" || key !== this.definition.keys(next)) return false;',
    replacement: "false",
    because: "A record without a key, before and after, is in no list; two lists of keys are never the same array.",
  },
  {
    file: "src/emulator/engine/table.ts",
    line: "this.#lists.get(key)?.replace(old, next);",
    replacement: "this.#lists.get(key).replace",
    because: "The record is in the list, so there is one.",
  },
  {
    file: "src/engine/plan/absence.ts",
    line: "for (const { address, id, name, deletionPolicy } of inState?.droppedProjects ?? []) {",
    replacement: '["Stryker was here"]',
    because: "What is in the list has no ID, so it cannot be gone.",
  },
  {
    file: "src/engine/plan/absence.ts",
    line: "for (const { address, projectId, onDestroy } of inState?.memberships ?? []) {",
    replacement: '["Stryker was here"]',
    because: "What is in the list has no project, so that cannot be gone.",
  },
  {
    file: "src/engine/plan/assignments.ts",
    line: "inState: new Set(group.flatMap(({ desired }) => desired.stateIds ?? [])),",
    replacement: '["Stryker was here"]',
    because: "No object has this ID.",
  },
  {
    file: "src/engine/plan/assignments.ts",
    line: 'return pendingOf({ type, project, object }, owners.get(object.id) ?? "", change, isUndo);',
    replacement: '"Stryker was here!"',
    because: "Only what is set has an address, and a resource names it.",
  },
  {
    file: "src/engine/impact/inherited-settings.ts",
    line: "const value = inside?.settings?.[name]?.value;",
    replacement: "inside?.settings?.[name].value",
    because: "The workspace was found by this setting, so it has it.",
  },
  {
    file: "src/engine/impact/inherited-settings.ts",
    line: "const value = inside?.settings?.[name]?.value;",
    replacement: "inside?.settings[name]",
    because: "The workspace was found by this setting, so it has it.",
  },
  {
    file: "src/engine/plan/memberships.ts",
    line: "{ desired: { createdWorkspaces = [] } }: IdentifiedOrganization,",
    replacement: '["Stryker was here"]',
    because: "What is in the list has no address, so it is not found.",
  },
  {
    file: "src/model/nearest-name.ts",
    line: "if (Math.abs(other.length - name.length) > limit) continue;",
    replacement: "false",
    because: "It only saves time: the distance of two names is at least the difference of their lengths.",
  },
  {
    file: "src/model/rule-condition.ts",
    line: "exceptNames = [],",
    replacement: '["Stryker was here"]',
    because: "No name of a workspace matches this pattern, which has spaces.",
  },
  {
    file: "src/plugin/launch/der.ts",
    line: 'return element(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, "").slice(2, 14)}Z`, "ascii"));',
    replacement: '""',
    because: "Buffer.from() then encodes UTF-8, which is the same for digits.",
  },
  {
    file: "src/provider/membership/refresh.ts",
    line: "const insideNames = new Set(inside.map(({ name }) => nameKey(name)));",
    replacement: "() => undefined",
    because: "It only saves looking up what is inside, which is known: that is neither lost nor told.",
  },
  {
    file: "src/provider/membership/refresh.ts",
    line: "const ids = inState.workspace_ids.filter((id) => !insideIds.has(id));",
    replacement: "inState.workspace_ids",
    because: "It only saves looking up what is inside, which is known: that is neither lost nor told.",
  },
  {
    file: "src/provider/membership/refresh.ts",
    line: "const names = inState.workspace_names.filter((name) => !insideNames.has(nameKey(name)));",
    replacement: "inState.workspace_names",
    because: "It only saves looking up what is inside, which is known: that is neither lost nor told.",
  },
  {
    file: "src/provider/membership/move-warnings.ts",
    line: "const [[source] = [], ...others] = sources;",
    replacement: '["Stryker was here"]',
    because: "There is a source: this is not called without a workspace that enters.",
  },
  {
    file: "src/provider/membership/move-warnings.ts",
    line: "const leaving = released.filter(({ projectId }) => projectId !== names?.defaultProjectId);",
    replacement: "names.defaultProjectId",
    because: "With workspaces that are released, the names have been read.",
  },
  {
    file: "src/provider/membership/move-warnings.ts",
    line: "if (names === undefined || entering.length + leaving.length === 0) {",
    replacement: "false",
    because: "Names are read unless nothing moves, and then the other condition holds.",
  },
  {
    file: "src/provider/project-plan.ts",
    line: "leaving: [replaces?.id, holder?.rename?.projectId].filter((id) => id !== undefined),",
    replacement: "[replaces?.id, holder?.rename?.projectId]",
    because: "It is only compared with IDs of projects, none of which is undefined.",
  },
  {
    file: "src/provider/project-plan.ts",
    line: "leaving: [replaces?.id, holder?.rename?.projectId].filter((id) => id !== undefined),",
    replacement: "true",
    because: "It is only compared with IDs of projects, none of which is undefined.",
  },
  {
    file: "src/reconcile/assignments/ensure.ts",
    line: "const project = { id, name: id === undefined ? undefined : view.projects.peek(id)?.name };",
    replacement: "false",
    because: "A change is of a project, and none has the ID `undefined`.",
  },
  {
    file: "src/reconcile/assignments/policy-sets.ts",
    line: "const has = (ids: readonly string[] = []): boolean => projectIds.some((it) => ids.includes(it));",
    replacement: '["Stryker was here"]',
    because: "No project has this ID.",
  },
  {
    file: "src/reconcile/batched-reads.ts",
    line: "const size = this.#batch?.size ?? 0;",
    replacement: "this.#batch.size",
    because: "The batch is set right after this has begun, and removed only here.",
  },
  {
    file: "src/reconcile/errors.ts",
    line: "constructor(organization: string, missing: readonly string[], existing: readonly string[] = []) {",
    replacement: '["Stryker was here"]',
    because: "Only IDs are reported without existing names, and this is similar to none.",
  },
  {
    file: "src/reconcile/operation.ts",
    line: 'else signal.addEventListener("abort", onAbort, { once: true });',
    replacement: "{}",
    because: "A signal is aborted once.",
  },
  {
    file: "src/reconcile/operation.ts",
    line: 'else signal.addEventListener("abort", onAbort, { once: true });',
    replacement: "false",
    because: "A signal is aborted once.",
  },
];
