import { optional, sensitive, string } from "../../../src/plugin";
import type { Provider, Schema } from "../../../src/plugin";
import { echo } from "./echo";
import { route } from "./route";
import { thing } from "./thing";
import { ThingStore } from "./thing-store";

const schema = {
  description: "Things in a folder, to try the SDK with.",
  attributes: {
    folder: optional(string, { description: "Where things are kept. Otherwise `SAMPLE_FOLDER`." }),
    token: sensitive(optional(string, { description: "A secret." })),
  },
} satisfies Schema;

export const sampleProvider: Provider<typeof schema, ThingStore> = {
  name: "sample",
  version: "1.2.3",
  schema,
  resources: [thing, route],
  dataSources: [echo],
  validate(config, { diagnostics }) {
    if (config.folder === "") diagnostics.error("Folder is empty", "Name a folder or leave it out.", ["folder"]);
  },
  configure(config, { logger }) {
    logger.info("configured", { token: config.token });
    const folder = typeof config.folder === "string" ? config.folder : process.env["SAMPLE_FOLDER"];
    if (folder === undefined) throw new Error("Neither folder nor SAMPLE_FOLDER says where things are kept.");
    return new ThingStore(folder);
  },
  secrets: () => [process.env["SAMPLE_SECRET"] ?? ""],
};
