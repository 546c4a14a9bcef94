import process from "node:process";
import JestRunner from "jest-runner";

/** Files → the full names of their tests, and how long they take: of those that have run. */
const known = new Map();

/**
 * Runs the files that have tests which reach the mutant, the quickest first, until a test fails. Stryker tells jest
 * only the names of these tests, so jest would load all files for each mutant, and run all of these tests.
 */
export default class UntilFound extends JestRunner {
  async runTests(tests, watcher, options) {
    let isFound = false;
    this.on("test-file-success", ([{ path }, { testResults, perfStats, numFailingTests }]) => {
      isFound ||= numFailingTests > 0;
      if (!known.has(path))
        known.set(path, { names: testResults.map((it) => it.fullName), runtime: perfStats.runtime });
    });
    this.on("test-file-failure", () => (isFound = true));
    const isMutant = process.env["__STRYKER_ACTIVE_MUTANT__"] !== undefined;
    const runtimeOf = ({ path }) => known.get(path)?.runtime ?? Infinity;
    const needed = tests.filter(({ path }) => this.#reaches(path)).sort((a, b) => runtimeOf(a) - runtimeOf(b));
    for (const test of needed) if (!isFound || !isMutant) await super.runTests([test], watcher, options);
  }

  #reaches(path) {
    const { testNamePattern } = this._globalConfig;
    const names = known.get(path)?.names;
    if (names === undefined || testNamePattern === undefined) return true;
    const pattern = new RegExp(testNamePattern, "i");
    return names.some((name) => pattern.test(name));
  }
}
