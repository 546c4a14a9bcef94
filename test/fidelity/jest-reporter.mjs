// Jest loads reporters as they are: this one registers what reads the TypeScript of the real one.
import { require as load } from "tsx/cjs/api";
import { isOnRequest } from "../e2e/on-request.mjs";

const { FidelityReporter } = load("./reporter.ts", import.meta.url);

export default class extends FidelityReporter {
  constructor(run) {
    super(run, isOnRequest);
  }
}
