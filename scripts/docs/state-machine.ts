import type { StateMachine } from "../../src/emulator/runs/transitions";
import { isFinal } from "../../src/emulator/runs/transitions";
import { table } from "./block";

/**
 * A state machine as mermaid draws it. Arrows are named after their triggers; several between two states are merged.
 */
export function stateDiagram<Status extends string>(machine: StateMachine<Status>): string {
  const arrows = new Map<string, Set<string>>();
  for (const { from, to, trigger } of machine.transitions) {
    const arrow = `${from} --> ${to}`;
    arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(trigger));
  }
  const statuses = new Set(machine.transitions.flatMap(({ from, to }) => [from, to]));
  return [
    "stateDiagram-v2",
    `    [*] --> ${machine.initial}`,
    ...[...arrows].map(([arrow, triggers]) => `    ${arrow} : ${[...triggers].join(" or ")}`),
    ...[...statuses].filter((status) => isFinal(machine, status)).map((status) => `    ${status} --> [*]`),
  ].join("\n");
}

/** The diagram of a state machine, followed by the conditions of its transitions. */
export function stateMachine<Status extends string>(machine: StateMachine<Status>): string {
  const rows = machine.transitions.map(({ from, to, trigger, condition }) => [
    `\`${from}\``,
    `\`${to}\``,
    trigger,
    condition,
  ]);
  return `\`\`\`mermaid\n${stateDiagram(machine)}\n\`\`\`\n\n${table(["From", "To", "Trigger", "When"], rows)}`;
}
