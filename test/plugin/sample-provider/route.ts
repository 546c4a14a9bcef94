import { randomUUID } from "node:crypto";
import {
  bool,
  changedAttributes,
  computed,
  isKnown,
  listBlock,
  map,
  number,
  optional,
  required,
  set,
  setBlock,
  singleBlock,
  string,
  UNKNOWN,
  type Resource,
  type Schema,
  type StateOf,
} from "../../../src/plugin";
import type { ThingStore } from "./thing-store";

const about = (description: string) => ({ description });

/** Blocks of every kind, in blocks of every kind. */
export const routeSchema = {
  description: "A thing with nested blocks.",
  attributes: {
    id: computed(string, about("Random.")),
    name: required(string, about("Any text.")),
    revision: computed(number, about("Counts the updates.")),
    behaviour: optional(string, about("How the provider is to misbehave.")),
  },
  blocks: {
    rule: listBlock({
      description: "In order.",
      minItems: 1,
      maxItems: 3,
      attributes: {
        target: required(string, about("No blanks.")),
        names: optional(set(string), about("Without order.")),
        tags: optional(map(string), about("No key `bad`.")),
        weight: optional(number, about("Any number.")),
      },
      blocks: {
        limits: singleBlock({
          description: "At most one.",
          attributes: { max: optional(number, about("Any number.")) },
          blocks: {
            window: listBlock({
              description: "In order.",
              attributes: { days: optional(set(string), about("Without order.")) },
            }),
          },
        }),
        team: setBlock({
          description: "Without order.",
          attributes: { name: required(string, about("Any text.")), admin: optional(bool, about("Whether it is.")) },
          blocks: {
            note: setBlock({ description: "Without order.", attributes: { text: optional(string, about("Text.")) } }),
          },
        }),
      },
    }),
    settings: singleBlock({
      description: "At most one.",
      attributes: { mode: optional(string, about("Any text.")) },
      blocks: {
        extra: setBlock({
          description: "At most two.",
          maxItems: 2,
          attributes: { key: required(string, about("Key.")) },
        }),
      },
    }),
    only: singleBlock({
      description: "Exactly one.",
      required: true,
      attributes: { value: optional(string, about("Any text.")) },
    }),
  },
} satisfies Schema;

type State = StateOf<typeof routeSchema>;

export const route: Resource<typeof routeSchema, ThingStore> = {
  type: "sample_route",
  schema: routeSchema,

  validate({ rule }, { diagnostics }) {
    for (const [index, { target, tags, limits, team }] of (isKnown(rule) ? rule : []).entries()) {
      const at = ["rule", index] as const;
      if (isKnown(target) && target.includes(" "))
        diagnostics.error("Blank in target", "Use a dash.", [...at, "target"]);
      if (isKnown(tags) && tags !== null && "bad" in tags) {
        diagnostics.error("Bad tag", "Use another key.", [...at, "tags", "bad"]);
      }
      if (isKnown(limits) && limits?.max === 0) diagnostics.error("No limit", "Use more.", [...at, "limits", "max"]);
      for (const [position, { name }] of (isKnown(team) ? team : []).entries()) {
        if (name === "") diagnostics.error("Team without name", "Name it.", [...at, "team", position, "name"]);
      }
    }
  },

  read(state, { provider }) {
    const changes = provider.changes(state.id);
    return Promise.resolve(changes === null ? null : { ...state, ...changes });
  },

  plan({ config, prior, planned }) {
    if (config.behaviour === "alter-plan" && isKnown(planned.rule)) {
      const [first, ...others] = planned.rule;
      const rule = first === undefined ? [] : [{ ...first, weight: 7 }, ...others];
      return Promise.resolve({ planned: { ...planned, rule } });
    }
    if (config.behaviour === "drop-blocks") return Promise.resolve({ planned: { ...planned, rule: [] } });
    const isChanged = prior !== null && changedAttributes(routeSchema, prior, planned).length > 0;
    return Promise.resolve({ planned: { ...planned, revision: isChanged ? UNKNOWN : planned.revision } });
  },

  create({ config }, { provider }) {
    const id = randomUUID();
    provider.create(id);
    const state: State = { ...config, id, revision: 1 };
    if (config.behaviour === "other-result") return Promise.resolve({ ...state, only: { value: "another" } });
    if (config.behaviour === "wrong-type") return Promise.resolve({ ...state, rule: [{ target: 5 }] as never });
    return Promise.resolve(state);
  },

  update({ config, prior }) {
    return Promise.resolve({ ...config, id: prior.id, revision: Number(prior.revision) + 1 });
  },

  delete({ id }, { provider }) {
    provider.delete(id);
    return Promise.resolve();
  },
};
