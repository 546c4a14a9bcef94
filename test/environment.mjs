import async_hooks from "node:async_hooks";
import process from "node:process";
import vm from "node:vm";
import { TestEnvironment } from "jest-environment-node";

/*
 * Jest runs each test file with modules of its own, so most of what a short file takes is compiling. All this makes it
 * cheaper, and is no part of what is tested.
 */

const isNode20 = process.versions.node.startsWith("20.");

/** What V8 compiled of a module, by the module's file: also functions, when they were called. */
const compiled = new Map();
/** Of the current test file: modules that were compiled from their text. */
let added = [];

vm.compileFunction = (code, parameters, { parsingContext, filename, ...options }) => {
  const head = `(function (${parameters.join(", ")}) {`;
  const known = compiled.get(filename);
  const cachedData = known?.code === code ? known.data : undefined;
  const script = new vm.Script(`${head}${code}\n})`, { ...options, filename, columnOffset: -head.length, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) added.push({ filename, code, script });
  return script.runInContext(parsingContext);
};

/**
 * In place of what follows asynchronous code: on Node.js 20 with hooks on every promise of the process. Jest asks it
 * which test is running, and the tests of a file run one after the other.
 */
class SequentialStorage {
  #store;

  getStore() {
    return this.#store;
  }

  run(store, callback) {
    const before = this.#store;
    const end = () => {
      this.#store = before;
    };
    this.#store = store;
    let result;
    try {
      result = callback();
    } finally {
      if (typeof result?.finally !== "function") end();
    }
    return typeof result?.finally === "function" ? result.finally(end) : result;
  }
}
if (isNode20) async_hooks.AsyncLocalStorage = SequentialStorage;

/** Jest's environment of Node.js, in a process that wastes less on compiling. */
export default class extends TestEnvironment {
  /** Lets a test file see its tests while they are defined, and tells it when all are: see test/fidelity. */
  handleTestEvent({ name }, state) {
    if (name === "setup") this.global.jestCircus = state;
    if (name === "run_start") this.global.onTestsDefined?.();
  }

  async teardown() {
    for (const { filename, code, script } of added.splice(0)) {
      compiled.set(filename, { code, data: script.createCachedData() });
    }
    await super.teardown();
  }
}
