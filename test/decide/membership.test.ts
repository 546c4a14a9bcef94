import { decideMembership, type MembershipChange } from "../../src/decide";
import type { Workspace } from "../../src/model";

const workspace = (id: string, projectId = "prj-net"): Workspace => ({
  id,
  name: id,
  projectId,
  organization: "acme",
});

const NET = { projectId: "prj-net", exclusive: false, isRecorded: true };
const IN_NET = { projectId: "prj-net", exclusive: false };

/** What leaves Net, which has a to d, and Web, which has w: a and b are in the state, and the code names a. */
function leaving(change: Partial<MembershipChange>): Readonly<Record<string, string>> {
  const { leaving: all, unrecorded } = decideMembership(
    { before: NET, after: IN_NET, retains: false, ...change },
    {
      members: [workspace("a"), workspace("b")],
      inside:
        change.after?.projectId === "prj-web"
          ? [workspace("w", "prj-web")]
          : ["a", "b", "c", "d"].map((id) => workspace(id)),
      isNamed: (id) => id === "a",
    },
  );
  return Object.fromEntries([
    ...all.map(({ workspace: { id }, reason }) => [id, reason] as const),
    ...unrecorded.map(({ id }) => [id, "unrecorded"] as const),
  ]);
}

const EXCLUSIVE = { ...IN_NET, exclusive: true };

test.each<[string, Partial<MembershipChange>, Readonly<Record<string, string>>]>([
  ["has less in the code", {}, { b: "released" }],
  ["retains what it had", { retains: true }, {}],
  ["is new", { before: undefined }, {}],
  ["is new, and exclusive", { before: undefined, after: EXCLUSIVE }, { b: "evicted", c: "evicted", d: "evicted" }],
  ["becomes exclusive", { after: EXCLUSIVE, retains: true }, { b: "evicted", c: "evicted", d: "evicted" }],
  ["was exclusive, and is", { before: { ...NET, exclusive: true }, after: EXCLUSIVE }, { b: "evicted" }],
  [
    "was exclusive, and retains",
    { before: { ...NET, exclusive: true }, after: EXCLUSIVE, retains: true },
    { b: "evicted" },
  ],
  ["is exclusive no longer", { before: { ...NET, exclusive: true } }, { b: "released" }],
  ["was imported with all of its project", { before: { ...NET, isRecorded: false } }, { b: "unrecorded" }],
  [
    "was so imported, and becomes exclusive",
    { before: { ...NET, isRecorded: false }, after: EXCLUSIVE },
    { b: "evicted", c: "evicted", d: "evicted" },
  ],
  ["gets another project", { after: { ...IN_NET, projectId: "prj-web" } }, { b: "released" }],
  ["gets a new project", { after: { projectId: null, exclusive: true } }, { b: "released" }],
  [
    "gets another project for itself, and retains",
    { before: { ...NET, exclusive: true }, after: { ...EXCLUSIVE, projectId: "prj-web" }, retains: true },
    { w: "evicted" },
  ],
  ["is removed", { after: undefined }, { b: "released" }],
  ["is removed, and retains", { after: undefined, retains: true }, {}],
  [
    "is removed after an import of all of its project",
    { before: { ...NET, isRecorded: false }, after: undefined },
    { b: "unrecorded" },
  ],
])("what leaves with a membership that %s", (_, change, expected) => {
  expect(leaving(change)).toEqual(expected);
});
