import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { GIVEN_KINDS, KINDS } from "../../src/emulator/service-kinds";

const EMULATOR = resolve(__dirname, "../../src/emulator");

/**
 * The modules besides kinds and their list that may import a kind, by the kind's file. All others follow from what a
 * kind states, so they name none. These kinds have behavior of their own there: who can do what, and what runs do.
 */
const NAMED_ELSEWHERE: Readonly<Record<string, RegExp>> = {
  "execution|organization|project|tag-binding|workspace":
    /^(control\/\w|seed$|state$|emulator$|index$|runs\/|access\/)/,
  "comment|configuration-version|plan|policy-evaluation|state-version": /^(control\/|index$|runs\/|state$)/,
  "run|run-event|run-task|task-\\w+|task-result-outcome|workspace-task": /^(control\/|runs\/|state$)/,
  "organization-membership": /^(access\/principal|control\/organizations)$/,
  "role|team|team-access|team-workspace|token|user":
    /^(access\/principal|control\/runs|control\/tokens|emulator|index|state-file\/restore)$/,
  // What evaluates a run, and the tools that policies are written for.
  "policy|policy-kind|policy-set|policy-set-outcome": /^(control\/runs|index|runs\/policies)$/,
};

const isAllowed = (kind: string, importer: string): boolean =>
  Object.entries(NAMED_ELSEWHERE).some(([kinds, by]) => new RegExp(`^(${kinds})$`).test(kind) && by.test(importer));

/** The text of each module of the emulator that is neither a kind nor the list of kinds. */
const MODULES = new Map(
  readdirSync(EMULATOR, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("kinds/") && file !== "service-kinds.ts")
    .map((file) => [file.replace(/\.ts$/, ""), readFileSync(join(EMULATOR, file), "utf8")] as const),
);

/** Imports of kinds, also of types. Some kinds have a folder beside their file. */
const IMPORTS = [...MODULES].flatMap(([importer, text]) =>
  [...text.matchAll(/ from "(?:\.{1,2}\/)+kinds\/([\w-]+)/g)].map(([, kind = ""]) => ({ kind, importer })),
);

test("the types of seeds, of the control API and of the state have every kind that states its objects", () => {
  const typesOf = (kinds: readonly { readonly type: string }[]): readonly string[] =>
    kinds.map(({ type }) => type).sort();
  expect(typesOf(GIVEN_KINDS)).toEqual(typesOf(KINDS.filter(({ outOfBand }) => outOfBand !== undefined)));
});

test("a kind is imported by kinds and their list only, unless it has behavior elsewhere", () => {
  expect(IMPORTS.length).toBeGreaterThan(50);
  expect(IMPORTS.filter(({ kind, importer }) => !isAllowed(kind, importer))).toEqual([]);
});

test("the exceptions are of kinds that other modules import", () => {
  const unused = Object.keys(NAMED_ELSEWHERE).filter((kinds) =>
    IMPORTS.every(({ kind }) => !new RegExp(`^(${kinds})$`).test(kind)),
  );
  expect(unused).toEqual([]);
});

/** Kinds that are given, and have behavior elsewhere. */
const WITH_BEHAVIOR = /^(organizations|projects|tasks|team-projects|team-workspaces|teams|workspace-tasks|workspaces)$/;

test.each(
  GIVEN_KINDS.filter(({ type }) => !WITH_BEHAVIOR.test(type)).map(({ type, outOfBand }) => [type, outOfBand.name]),
)("no other module names the type %s, or its member %s in a seed", (type, member) => {
  const name = new RegExp(`"(${type}|${member})"|\\.${member}\\b`);
  expect([...MODULES].filter(([, text]) => name.test(text)).map(([module]) => module)).toEqual([]);
});
