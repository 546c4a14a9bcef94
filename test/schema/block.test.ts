import {
  computed,
  defaulted,
  listBlock,
  map,
  optional,
  optionalComputed,
  required,
  sensitive,
  set,
  setBlock,
  singleBlock,
  string,
  UNKNOWN,
  type ConfigOf,
  type KnownConfigOf,
  type PlanOf,
  type StateOf,
} from "../../src/schema";

const about = { description: "" };
const schema = {
  ...about,
  attributes: { id: computed(string, about), mode: defaulted(string, { ...about, default: "a" }) },
  blocks: {
    rule: listBlock({
      ...about,
      minItems: 1,
      maxItems: 500,
      attributes: { project: required(string, about), names: optional(set(string), about) },
      blocks: { limits: singleBlock({ ...about, attributes: { tags: optional(map(string), about) } }) },
    }),
    team: setBlock({ ...about, attributes: { name: required(string, about) } }),
    only: singleBlock({ ...about, required: true, attributes: { name: required(string, about) } }),
  },
};

test("blocks have limits: of their number, or whether there has to be one", () => {
  const { rule, team, only } = schema.blocks;
  const limits = [rule, team, only, rule.blocks?.limits].map((it) => [it?.nesting, it?.minItems, it?.maxItems]);
  expect(limits).toEqual([
    ["list", 1, 500],
    ["set", 0, undefined],
    ["single", 1, 1],
    ["single", 0, 1],
  ]);
});

test("lists and sets of blocks are never null in types, and a single block may be", () => {
  const state: StateOf<typeof schema> = {
    id: "1",
    mode: "b",
    rule: [{ project: "P", names: null, limits: { tags: { a: "b" } } }],
    team: [],
    only: null,
  };
  const known: KnownConfigOf<typeof schema> = { ...state, id: null };
  const planned: PlanOf<typeof schema> = { ...state, rule: [{ project: UNKNOWN, names: [UNKNOWN], limits: UNKNOWN }] };
  const config: ConfigOf<typeof schema> = { ...planned, id: null, team: UNKNOWN, only: UNKNOWN };
  // @ts-expect-error -- A list of blocks is empty instead.
  const noRules: StateOf<typeof schema> = { ...state, rule: null };
  // @ts-expect-error -- A set of blocks is empty instead.
  const noTeams: ConfigOf<typeof schema> = { ...config, team: null };
  // @ts-expect-error -- States have no unknown values, at any depth.
  const unknown: StateOf<typeof schema> = { ...state, rule: [{ project: UNKNOWN, names: null, limits: null }] };
  // @ts-expect-error -- A block has all its attributes, null if they are not set.
  const incomplete: StateOf<typeof schema> = { ...state, team: [{}] };
  expect([known, noRules, noTeams, unknown, incomplete]).toHaveLength(5);
});

test("what a block has is set by the configuration alone", () => {
  listBlock({ ...about, attributes: { a: required(string, about), b: optional(string, about) } });
  // @ts-expect-error -- Computed.
  listBlock({ ...about, attributes: { a: computed(string, about) } });
  // @ts-expect-error -- Computed if it is not set.
  setBlock({ ...about, attributes: { a: optionalComputed(string, about) } });
  // @ts-expect-error -- With a default.
  singleBlock({ ...about, attributes: { a: defaulted(string, { ...about, default: "" }) } });
  // @ts-expect-error -- Sensitive.
  listBlock({ ...about, attributes: { a: sensitive(optional(string, about)) } });
});
