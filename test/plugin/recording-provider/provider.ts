import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { changedAttributes, computed, nullable, optional, required, string, UNKNOWN } from "../../../src/plugin";
import type { DataSource, MoveSource, Provider, Resource, Schema, StateOf } from "../../../src/plugin";

/*
 * A provider whose calls can be told apart: there is a type for each resource, and an object is a file with its state.
 * What each call does is plain, so that all that differs is what Terraform asks.
 */

const about = (description: string) => ({ description });

const schema = {
  description: "One link of a chain.",
  attributes: {
    id: computed(string, about("Its type and how often it was made.")),
    value: optional(string, about("Any text.")),
    input: optional(string, about("What it needs of another link.")),
    fixed: optional(string, about("Cannot be changed in place.")),
    output: computed(nullable(string), about("The value in capitals; known after apply.")),
    behaviour: optional(string, about("How the provider is to fail: `fail-TYPE-METHOD`.")),
  },
} satisfies Schema;

type State = StateOf<typeof schema>;

class Folder {
  constructor(readonly path: string) {
    mkdirSync(path, { recursive: true });
  }

  read(type: string): State | null {
    return existsSync(this.#file(type)) ? (JSON.parse(readFileSync(this.#file(type), "utf8")) as State) : null;
  }

  write(type: string, state: State): State {
    writeFileSync(this.#file(type), JSON.stringify(state));
    return state;
  }

  remove(type: string, note: unknown): void {
    rmSync(this.#file(type), { force: true });
    writeFileSync(join(this.path, `${type}.note`), JSON.stringify(note ?? null));
  }

  /** How many objects of the type there ever were, this one included. */
  count(type: string): number {
    const file = join(this.path, `${type}.count`);
    const count = (existsSync(file) ? Number(readFileSync(file, "utf8")) : 0) + 1;
    writeFileSync(file, String(count));
    return count;
  }

  #file(type: string): string {
    return join(this.path, `${type}.json`);
  }
}

function link(type: string): Resource<typeof schema, Folder> {
  const failing = (behaviour: unknown, method: string): void => {
    if (behaviour === `fail-${method}`) throw new Error(`${type} cannot ${method}.`);
  };
  const made = ({ value, input, fixed, behaviour }: Pick<State, "value" | "input" | "fixed" | "behaviour">) => ({
    value,
    input,
    fixed,
    behaviour,
    output: value === null ? null : value.toUpperCase(),
  });
  return {
    type,
    schema,
    read: (_state, { provider }) => Promise.resolve(provider.read(type)),
    plan({ config, prior, planned }) {
      failing(config.behaviour, "plan");
      const changes = prior !== null && changedAttributes(schema, prior, planned).length > 0;
      return Promise.resolve({
        planned: changes ? { ...planned, output: UNKNOWN } : planned,
        requiresReplace: ["fixed"],
      });
    },
    planDelete: (prior) => Promise.resolve({ planned: prior.id }),
    create({ config }, { provider, diagnostics }) {
      failing(config.behaviour, "create");
      if (config.behaviour === "half-create") diagnostics.error("Half made", "It exists, and is not finished.");
      return Promise.resolve(provider.write(type, { id: `${type}-${provider.count(type)}`, ...made(config) }));
    },
    update({ config, prior }, { provider }) {
      failing(config.behaviour, "update");
      return Promise.resolve(provider.write(type, { id: prior.id, ...made(config) }));
    },
    delete(prior, { provider, privateState: note }) {
      failing(prior.behaviour, "delete");
      provider.remove(type, { note, value: prior.value });
      return Promise.resolve();
    },
    import(id, { provider }) {
      const found = provider.read(type);
      if (found?.id !== id) throw new Error(`There is no ${id}.`);
      return Promise.resolve(found);
    },
    movableFrom: type === "recording_b" ? [fromA] : [],
  };
}

/** An object of type `a` becomes one of type `b`; the file is that of its id. */
const fromA: MoveSource<typeof schema> = {
  providers: ["terraform.local/test/recording"],
  type: "recording_a",
  schemaVersions: [0],
  move: ({ id, value }) => ({
    id: String(id),
    value: typeof value === "string" ? value : null,
    input: null,
    fixed: null,
    output: typeof value === "string" ? value.toUpperCase() : null,
    behaviour: null,
  }),
};

const sourceSchema = {
  description: "Reads a link.",
  attributes: {
    of: required(string, about("Its type, or its id.")),
    found: computed(nullable(string), about("Its value.")),
  },
} satisfies Schema;

const source: DataSource<typeof sourceSchema, Folder> = {
  type: "recording_source",
  schema: sourceSchema,
  read: ({ of }, { provider }) => Promise.resolve({ of, found: provider.read(of.split("-")[0]!)?.value ?? null }),
};

const providerSchema = {
  description: "Links in a folder.",
  attributes: { folder: required(string, about("Where they are.")) },
} satisfies Schema;

export const recordingProvider: Provider<typeof providerSchema, Folder> = {
  name: "recording",
  version: "1.0.0",
  schema: providerSchema,
  resources: ["recording_a", "recording_b", "recording_c", "recording_d"].map(link),
  dataSources: [source],
  configure: ({ folder }) => new Folder(String(folder)),
};
