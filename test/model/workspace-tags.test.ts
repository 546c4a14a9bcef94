import type { TagEvidence, TagReference } from "../../src/model";
import { isReadByItself, tagsOfWorkspace } from "../../src/model";

const TAGS = [{ key: "team", value: "net" }];
const OTHER = [{ key: "env", value: "prod" }];
const unknown = (unknownTags: string) => ({ tags: undefined, unknownTags });

const evidence = ({ reference, ...more }: Partial<TagEvidence> & { reference?: TagReference }): TagEvidence => ({
  references: new Map(reference === undefined ? [] : [["ws-1", reference]]),
  read: new Map(),
  areReported: false,
  ...more,
});
const none = { tagged: [0, 0], total: 7 };

test.each<[string, typeof TAGS | undefined, TagEvidence, object]>([
  ["a list includes", TAGS, evidence({}), { tags: TAGS }],
  ["a list includes, of which there are none", [], evidence({}), { tags: [] }],
  [
    "were read by themselves",
    undefined,
    evidence({ reference: "linked", read: new Map([["ws-1", { tags: TAGS }]]) }),
    { tags: TAGS },
  ],
  [
    "a later list only refers to",
    OTHER,
    evidence({ reference: "linked", read: new Map([["ws-1", { tags: TAGS }]]) }),
    { tags: TAGS },
  ],
  ["no list has shown, and were not read", undefined, evidence({}), unknown("too-many-links")],
  ["a list links to, and were not read", undefined, evidence({ reference: "linked" }), unknown("too-many-links")],
  ["are not distinguished", undefined, evidence({ reference: "indistinct", areReported: true }), unknown("indistinct")],
  ["only others have", undefined, evidence({ reference: "absent", areReported: true }), { tags: [] }],
  [
    "a later list does not refer to, while others have some",
    TAGS,
    evidence({ reference: "absent", areReported: true }),
    { tags: [] },
  ],
  ["are in no list, with keys that none has", undefined, evidence({ reference: "absent", counts: none }), { tags: [] }],
  [
    "are in no list, with a key that some have",
    undefined,
    evidence({ reference: "absent", counts: { tagged: [0, 1], total: 7 } }),
    unknown("not-reported"),
  ],
  [
    "are in no list, with a key that as many have as there are",
    undefined,
    evidence({ reference: "absent", counts: { tagged: [0, 7], total: 7 } }),
    unknown("not-filtered"),
  ],
  [
    "are in no list, with a key that some have of an unknown number",
    undefined,
    evidence({ reference: "absent", counts: { tagged: [7], total: undefined } }),
    unknown("not-reported"),
  ],
  [
    "are in no list, where the filter is rejected",
    undefined,
    evidence({ reference: "absent", counts: { tagged: [undefined, 0], total: 7 } }),
    unknown("not-filtered"),
  ],
  [
    "are in no list, without keys to count",
    undefined,
    evidence({ reference: "absent", counts: { tagged: [], total: 7 } }),
    unknown("not-reported"),
  ],
  ["are in no list, without counts", undefined, evidence({ reference: "absent" }), unknown("not-reported")],
])("tags that %s", (_, tags, known, expected) => {
  expect(tagsOfWorkspace({ id: "ws-1", tags }, known)).toEqual(expected);
});

test.each<[TagReference | undefined, typeof TAGS | undefined, boolean]>([
  ["linked", undefined, true],
  ["linked", TAGS, true],
  [undefined, undefined, true],
  [undefined, TAGS, false],
  ["absent", undefined, false],
  ["indistinct", undefined, false],
])("with the reference %s and tags %j, a read by itself is required: %s", (reference, tags, expected) => {
  expect(isReadByItself({ id: "ws-1", tags }, evidence({ ...(reference && { reference }) }).references)).toBe(expected);
});
