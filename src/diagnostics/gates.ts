import { compareStrings } from "../lists";
import type { Diagnostic } from "../model";
import { formatList, pluralize } from "../reconcile/text";

/** Whether a gate of the code is open, as far as that was read. */
export interface GateReading {
  readonly address: string;
  readonly status: "open" | "closed" | "not-read";
  /** Why it is closed, or cannot be read, a sentence each; empty if nothing read it, and if it is open. */
  readonly reasons: readonly string[];
  /** Addresses of the resources that depend on it. */
  readonly dependents: readonly string[];
}

/** Which gates of the code are open, and how an apply treats them. */
export function gatesText(gates: readonly GateReading[]): string {
  const [it, is, run, them] =
    gates.length === 1 ? ["it", "is", "its run", "it"] : ["all of them", "are", "their runs", "them"];
  const dependents = [...new Set(gates.flatMap((gate) => gate.dependents))];
  const depend = dependents.length === 1 ? "depends" : "depend";
  return [
    `The code has ${pluralize(gates.length, "gate")}.`,
    ...gates.map(gateText),
    gates.every(({ reasons }) => reasons.length === 0)
      ? `An apply first reads ${run}, and changes nothing unless ${it} ${is} open.`
      : `An apply changes nothing until ${it} ${is} open, unless it ignores gates.`,
    dependents.length === 0
      ? `Nothing in this plan depends on ${them}.`
      : `${formatList(dependents)} ${depend} on ${them}.`,
  ].join(" ");
}

const GATE_STATUS = { open: "is open", closed: "is closed", "not-read": "was not read" } as const;

/** `terraform_data.gate is closed: Run run-1 (errored) has the verdict failed.` */
function gateText({ address, status, reasons }: GateReading): string {
  return `${address} ${GATE_STATUS[status]}${reasons.length === 0 ? "." : `: ${reasons.join(" ")}`}`;
}

/** Why a gate is not open; nothing if it is. @param its - What was read of it, for each organization. */
export function closedGate(address: string, its: readonly GateReading[]): readonly Diagnostic[] {
  if (its.every(({ status }) => status === "open")) return [];
  const reasons = [...new Set(its.flatMap((gate) => gate.reasons))];
  const dependents = [...new Set(its.flatMap((gate) => gate.dependents))].sort(compareStrings);
  const depend = dependents.length === 1 ? "depends" : "depend";
  const effect = dependents.length === 0 ? [] : [`${formatList(dependents)} ${depend} on it.`];
  const detail = [...reasons, ...effect].join(" ");
  return [
    { severity: "error", code: "GATE_CLOSED", where: address, summary: "Gate closed", detail, data: { dependents } },
  ];
}
