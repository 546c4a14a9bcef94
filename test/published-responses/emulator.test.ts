import { emulatorShows, NO_LINKS, NO_RUNS, NO_WORKSPACE_WRITES } from "../fidelity";
import { Findings } from "../fidelity/service-finding";
import { compare } from "./comparison";
import { DIFFERENCES } from "./differences";
import { recording, RECORDINGS } from "./recording";
import { emulate, REQUESTS } from "./worlds";

const findings = new Findings();

beforeAll(async () => {
  for (const name of Object.keys(REQUESTS)) compare(recording(name), await emulate(name), findings);
});

emulatorShows.observed(
  "2025-09-03",
  "workspaces: Relationships",
  "`organization` and `project` have no links; `ssh-key` and `locked-by` are absent without one; `locked-by`, runs, " +
    "state and configuration have links.",
  { client: NO_LINKS },
);
emulatorShows.observed("2021-08-26", "workspaces: An empty description", "Is kept, and not null.", {
  client: NO_WORKSPACE_WRITES,
});
emulatorShows.observed("2025-06", "project-attributes: stack-count", "In full documents; the emulator has no stacks.", {
  client: "The client returns attributes as the service sends them.",
});
emulatorShows.observed(
  "2025-07-30",
  "stages-and-results: Relationships and times of a run",
  "Links of its parts; `plan` and `apply` are never null; `queuing-at` and `plan-queued-at`.",
  { client: NO_RUNS },
);
test("the emulator answers as the service did, but for the differences that are listed", () => {
  // As one text, so that a failure shows all lines.
  expect(findings.lines(DIFFERENCES).join("\n")).toBe("");
});

test("no difference is listed that there is not", () => {
  expect(findings.unneeded(DIFFERENCES)).toEqual([]);
});

test("every request is sent", () => {
  expect(Object.keys(REQUESTS).sort()).toEqual(RECORDINGS.map(({ name }) => name).sort());
});
