import { projectNames } from "../../../src/import/grouping/project-names";
import { checkProjectName, nameKey } from "../../../src/model";
import { casesOf, fc } from "../../support/property";

const names = (...texts: string[]) => Object.fromEntries(projectNames(texts));

test("a text that is a valid name is the name", () => {
  expect(names("net", "Team_A", "net-prod")).toEqual({ net: "net", Team_A: "Team_A", "net-prod": "net-prod" });
});

test("texts that differ only in case, or in characters that names cannot have, share a name", () => {
  expect(names("net", "Net", "NET")).toEqual({ net: "NET", Net: "NET", NET: "NET" });
  expect(names("a.b@c", "a-b:c", "A+B=.c")).toEqual({ "a.b@c": "A-B-c", "a-b:c": "A-B-c", "A+B=.c": "A-B-c" });
});

test("a short text gets a suffix, which does not make it the name of another", () => {
  expect(names("ab", "x", "xyz")).toEqual({ ab: "ab-project", x: "x-project", xyz: "xyz" });
  expect(names("ab", "AB-project")).toEqual({ ab: "ab-project-2", "AB-project": "AB-project" });
});

test("a long text is cut, and numbered if another has the name", () => {
  const long = "a".repeat(40);
  expect(names(`${long}x`)).toEqual({ [`${long}x`]: long });
  expect(names(long, `${long}x`, `${long}y`)).toEqual({
    [long]: long,
    [`${long}x`]: `${"a".repeat(38)}-2`,
    [`${long}y`]: `${"a".repeat(38)}-3`,
  });
  expect(names(`${"a".repeat(39)} b`)).toEqual({ [`${"a".repeat(39)} b`]: "a".repeat(39) });
});

test("for any texts, names are valid, do not depend on the order, and are the same only for texts that are alike", () => {
  const anyText = fc.oneof(
    fc.stringMatching(/^[a-cA-C.:@+=_-]{1,4}$/),
    fc
      .tuple(fc.constantFrom("x".repeat(39), "x".repeat(40)), fc.stringMatching(/^[a-c-]{0,3}$/))
      .map((it) => it.join("")),
    fc.stringMatching(/^[A-Za-z0-9_.=+@:-]{1,60}$/),
  );
  /** What texts must have in common to share a name. */
  const likeness = (text: string): string => nameKey(text).replace(/[^a-z0-9_ -]+/g, "-");
  fc.assert(
    fc.property(fc.uniqueArray(anyText, { maxLength: 30 }), (texts) => {
      const found = projectNames(texts);
      expect([...found.keys()].sort()).toEqual([...texts].sort());
      expect(new Map([...projectNames([...texts].reverse())])).toEqual(found);
      expect([...found.values()].flatMap(checkProjectName)).toEqual([]);
      const key = (text: string): string => nameKey(found.get(text)!);
      for (const one of texts)
        for (const other of texts) expect(key(one) === key(other)).toBe(likeness(one) === likeness(other));
    }),
    { numRuns: casesOf(300) },
  );
});
