import { randomUUID } from "node:crypto";
import { computed, map, optional, serve, string } from "../../src/plugin";
import type { Resource } from "../../src/plugin";

const schema = {
  description: "Does nothing, and can be depended on.",
  attributes: {
    id: computed(string, { description: "Random; new with every replacement." }),
    triggers: optional(map(string), { description: "Any texts: when one changes, the resource is replaced." }),
  },
};

const nullResource: Resource<typeof schema, null> = {
  type: "null_resource",
  schema,
  read: (state) => Promise.resolve(state),
  plan: ({ planned }) => Promise.resolve({ planned, requiresReplace: ["triggers"] }),
  create: ({ config }) => Promise.resolve({ id: randomUUID(), triggers: config.triggers }),
  update: ({ prior }) => Promise.resolve(prior),
  delete: () => Promise.resolve(),
};

void serve({
  name: "null",
  version: "3.2.4",
  schema: { description: "A stand-in for hashicorp/null.", attributes: {} },
  resources: [nullResource],
  dataSources: [],
  configure: () => null,
});
