// Jest loads reporters as they are: this one registers what reads the TypeScript of the real one.
import { require as load } from "tsx/cjs/api";

const { FidelityReporter } = load("./reporter.ts", import.meta.url);

export default class extends FidelityReporter {
  constructor(run) {
    super(run, () => {
      const { catalogue } = load("./catalogue.ts", import.meta.url);
      const { collect } = load("./collect.ts", import.meta.url);
      return catalogue(collect());
    });
  }
}
