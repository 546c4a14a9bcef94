import Sequencer from "@jest/test-sequencer";

/** The longest first, so that no core is idle at the end. A clean checkout has no durations of an earlier run. */
const LONGEST = [
  "e2e/on-request/package/",
  "e2e/on-request/",
  "property/same-state",
  "e2e/package",
  "property/",
  "import/app",
  "e2e/in-process-terraform",
  "faults/",
  "e2e/",
  "engine/apply",
  "cli/",
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
