import { computed, defaulted, nullable, number, object, required, string } from "../../../src/plugin";
import type { DataSource, Schema } from "../../../src/plugin";
import type { ThingStore } from "./thing-store";

const schema = {
  description: "Says what it is told.",
  attributes: {
    text: required(string, { description: "What to say." }),
    mark: defaulted(string, { description: "What to say after it.", default: "!" }),
    said: computed(object({ text: string, length: number, nothing: nullable(string) }), {
      description: "What was said.",
    }),
  },
} satisfies Schema;

export const echo: DataSource<typeof schema, ThingStore> = {
  type: "sample_echo",
  schema,
  validate({ text }, { diagnostics }) {
    if (text === "forbidden") diagnostics.error("Forbidden text", "Say something else.", ["text"]);
  },
  read({ text, mark }) {
    if (text === "crash") {
      setTimeout(() => {
        const { SAMPLE_SECRET = "", SAMPLE_NOISE = "" } = process.env;
        throw new Error(`Nobody catches this, ${SAMPLE_SECRET}${SAMPLE_NOISE}.`);
      });
      return new Promise(() => undefined);
    }
    if (text === "print") {
      process.stdout.write("printed by a library\n");
      // oxlint-disable-next-line eslint/no-console -- what a library may do
      console.log("and by another");
    }
    if (text === "fail") return Promise.reject(new Error("The echo is broken."));
    return Promise.resolve({
      text,
      mark,
      said: { text: text + mark, length: text.length + mark.length, nothing: null },
    });
  },
};
