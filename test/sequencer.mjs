import Sequencer from "@jest/test-sequencer";

/** The longest first, so that no core is idle at the end. A clean checkout has no durations of an earlier run. */
const LONGEST = [
  "e2e/package",
  "e2e/migrate/cases",
  "e2e/plugin",
  "e2e/import",
  "engine/report/html/page",
  "property/plan-on-emulator",
  "property/service-model",
  "faults/",
  "import/app",
  "e2e/large-organization",
  "examples/",
  "property/list-while-changing",
  "e2e/",
  "engine/apply",
  "cli/",
  "property/",
];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = LONGEST.findIndex((part) => path.includes(`/test/${part}`));
      return index === -1 ? LONGEST.length : index;
    };
    // Within a rank as jest does: by the last duration, otherwise by size.
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
}
