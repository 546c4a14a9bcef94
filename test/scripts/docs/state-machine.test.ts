import { stateDiagram } from "../../../scripts/docs/state-machine";
import type { StateMachine } from "../../../src/emulator/runs/transitions";

const DOOR: StateMachine<"open" | "closed" | "gone"> = {
  subject: "door",
  initial: "open",
  transitions: [
    { from: "open", to: "closed", trigger: "report", condition: "the wind blows" },
    { from: "open", to: "closed", trigger: "timeout", condition: "nobody came" },
    { from: "closed", to: "gone", trigger: "cancel", condition: "the house is torn down" },
  ],
};

test("a diagram starts at the initial status, has an arrow for each transition, and ends at final statuses", () => {
  expect(stateDiagram(DOOR).split("\n")).toEqual([
    "stateDiagram-v2",
    "    [*] --> open",
    "    open --> closed : report or timeout",
    "    closed --> gone : cancel",
    "    gone --> [*]",
  ]);
});
