import { setTimeout as sleep } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import {
  bool,
  changedAttributes,
  computed,
  defaulted,
  isKnown,
  list,
  map,
  nullable,
  number,
  object,
  optional,
  optionalComputed,
  required,
  set,
  sensitive,
  string,
  UNKNOWN,
} from "../../../src/plugin";
import type { ConfigOf, Diagnostics, Resource, Schema, StateOf } from "../../../src/plugin";
import type { ThingStore } from "./thing-store";

const about = (description: string) => ({ description });

const schema = {
  version: 2,
  description: "A thing with an attribute of every type.",
  attributes: {
    id: computed(string, about("Random.")),
    name: required(string, about("No blanks.")),
    kind: optional(string, about("A thing of another kind is another thing.")),
    amount: optional(number, about("Any number.")),
    active: optional(bool, about("Whether it is.")),
    tags: optional(map(string), about("No key `bad`.")),
    labels: optional(set(string), about("Without order.")),
    steps: optional(list(object({ name: string, weight: nullable(number) })), about("In order.")),
    points: optional(set(object({ x: number, y: number })), about("Without order.")),
    matrix: optional(list(list(number)), about("Rows of numbers.")),
    settings: optional(object({ mode: string, limits: map(number) }), about("One object.")),
    color: defaulted(string, { description: "Blue unless said.", default: "blue" }),
    size: optionalComputed(string, about("Medium unless said.")),
    secret: sensitive(optional(string, { description: "Not to be shown." })),
    revision: computed(number, about("Counts the updates.")),
    note: computed(nullable(string), about("May be null.")),
    behaviour: optional(string, about("How the provider is to misbehave.")),
  },
} satisfies Schema;

type State = StateOf<typeof schema>;

/** Misbehaves on demand, in all the ways that the SDK has to cope with. */
export const thing: Resource<typeof schema, ThingStore> = {
  type: "sample_thing",
  schema,

  validate(config, { diagnostics }) {
    const { name, labels } = config;
    if (isKnown(name) && name.includes(" ")) diagnostics.error("Blank in name", "Use a dash.", ["name"]);
    if (isKnown(labels) && labels?.includes("old")) diagnostics.warning("Old label", "Use new ones.", ["labels", 0]);
    validateParts(config, diagnostics);
  },

  read(state, { provider }) {
    const changes = provider.changes(state.id);
    return Promise.resolve(changes === null ? null : { ...state, ...changes });
  },

  plan({ config, prior, planned }, { diagnostics }) {
    if (config.behaviour === "fail-plan") diagnostics.error("Cannot plan that", "Plan something else.", ["behaviour"]);
    if (config.behaviour === "alter-plan") return Promise.resolve({ planned: { ...planned, name: "another" } });
    if (config.behaviour === "invent") return Promise.resolve({ planned: { ...planned, kind: "invented" } });
    const size = prior === null && config.size === null ? "medium" : planned.size;
    const changed = prior !== null && changedAttributes(schema, prior, planned).length > 0;
    return Promise.resolve({
      planned: { ...planned, size, revision: changed ? UNKNOWN : planned.revision },
      requiresReplace: ["kind"],
    });
  },

  planDelete(prior, { provider, diagnostics }) {
    if (prior.behaviour === "keep") diagnostics.error("Must be kept", "It is not to be deleted.");
    return Promise.resolve(
      prior.behaviour === "leave-note" ? { id: prior.id, thingsWhenPlanned: provider.count() } : undefined,
    );
  },

  async create({ config, planned }, { provider, diagnostics, signal, logger }) {
    const id = randomUUID();
    const state: State = { ...config, id, size: config.size ?? "medium", revision: 1, note: null };
    switch (config.behaviour) {
      case "fail-create":
        throw new Error(`The world has no room for ${config.name}, not even with ${config.secret ?? "nothing"}.`);
      case "fail-half-way":
        diagnostics.error("Half done", "The thing exists and is not finished.", ["behaviour"]);
        break;
      case "other-result":
        provider.create(id);
        return { ...state, name: "another" };
      case "unknown-result":
        provider.create(id);
        return { ...state, ...{ note: planned.note as never } };
      case "wrong-type":
        provider.create(id);
        return { ...state, revision: "one" as never };
      case "slow":
        logger.info("slow work has begun");
        await sleep(600_000, undefined, { signal });
        break;
      case "log":
        logger.warn("creating", { secret: config.secret, big: 2n ** 64n, environment: process.env["SAMPLE_SECRET"] });
        process.stdout.write("printed by a library\n");
        void Promise.reject(new Error("nobody waits for this"));
        break;
      default:
    }
    provider.create(id);
    return state;
  },

  update({ config, prior }, { diagnostics }) {
    const { id, note, revision } = prior;
    if (config.behaviour === "fail-update") return Promise.reject(new Error("The world does not change."));
    const state = { ...config, id, note, size: config.size ?? prior.size, revision: Number(revision) + 1 };
    if (config.behaviour !== "fail-update-half-way") return Promise.resolve(state);
    diagnostics.error("Half updated", "The amount is as before.");
    return Promise.resolve({ ...state, amount: prior.amount });
  },

  delete(prior, { provider, privateState: note }) {
    if (prior.behaviour === "fail-delete") return Promise.reject(new Error("The world holds on to it."));
    if (prior.behaviour === "leave-note") provider.keepNote(note);
    provider.delete(prior.id);
    return Promise.resolve();
  },

  upgrade(stored, version) {
    return version < 2 ? { ...stored, color: stored["colour"] } : stored;
  },

  import(id, { provider, diagnostics }) {
    if (provider.changes(id) === null) diagnostics.error("No such thing", `There is no thing "${id}".`);
    const nothing = { kind: null, amount: null, active: null, tags: null, labels: null, steps: null, points: null };
    const rest = { matrix: null, settings: null, secret: null, note: null, behaviour: null };
    return Promise.resolve({ id, name: "imported", color: "blue", size: "medium", revision: 1, ...nothing, ...rest });
  },
};

function validateParts({ tags, steps }: ConfigOf<typeof schema>, diagnostics: Diagnostics): void {
  if (isKnown(tags) && tags !== null && "bad" in tags) {
    diagnostics.error("Bad tag", "Use another key.", ["tags", "bad"]);
  }
  for (const [index, step] of (isKnown(steps) ? (steps ?? []) : []).entries()) {
    if (isKnown(step) && step.name === "") diagnostics.error("Step without name", "Name it.", ["steps", index, "name"]);
  }
}
