import { POLICY_EVALUATION, TASK_RESULT, TASK_STAGE } from "../../src/emulator/runs/transitions";
import type { Block } from "./block";
import { clientErrors } from "./client-errors";
import { commands } from "./commands";
import { commandErrors, engineErrors, planErrors } from "./error-catalogue";
import { controlOperations } from "./control-operations";
import { conformanceChecks, conformanceReports } from "./conformance";
import { demoSample } from "./demo";
import { documentList } from "./document-list";
import { engineTypes } from "./engine-exports";
import { exampleCode } from "./example-code";
import { planSample } from "./plan-sample";
import { impactKinds } from "./impact-kinds";
import { planWarnings } from "./plan-warnings";
import { roles } from "./roles";
import { reliability } from "./reliability";
import { findings } from "./findings";
import { seedObjects } from "./seed-objects";
import { stateMachine } from "./state-machine";

/** Every part of a document that `npm run docs` writes. */
export const BLOCKS: readonly Block[] = [
  { name: "demo", document: "../README.md", markdown: demoSample },
  { name: "documents", document: "README.md", markdown: documentList },
  { name: "control-operations", document: "emulator.md", markdown: controlOperations },
  { name: "seed-objects", document: "emulator.md", markdown: seedObjects },
  { name: "roles", document: "emulator.md", markdown: roles },
  { name: "task-stage-states", document: "internals/run-task-stages.md", markdown: () => stateMachine(TASK_STAGE) },
  { name: "task-result-states", document: "internals/run-task-stages.md", markdown: () => stateMachine(TASK_RESULT) },
  {
    name: "policy-evaluation-states",
    document: "internals/run-task-stages.md",
    markdown: () => stateMachine(POLICY_EVALUATION),
  },
  { name: "commands", document: "commands.md", markdown: commands },
  { name: "plan-sample", document: "plan-reports.md", markdown: planSample },
  { name: "impact-kinds", document: "plan-reports.md", markdown: impactKinds },
  { name: "plan-warnings", document: "errors.md", markdown: planWarnings },
  { name: "command-errors", document: "errors.md", markdown: commandErrors },
  { name: "plan-errors", document: "errors.md", markdown: planErrors },
  { name: "engine-errors", document: "errors.md", markdown: engineErrors },
  { name: "service-errors", document: "errors.md", markdown: clientErrors },
  { name: "gated-pipeline", document: "gated-pipeline.md", markdown: () => exampleCode("gated-pipeline/main.ts") },
  { name: "placement", document: "placement.md", markdown: () => exampleCode("placement/main.ts") },
  { name: "landing-zone", document: "landing-zone.md", markdown: () => exampleCode("landing-zone/main.ts") },
  { name: "plan-bot", document: "engine.md", markdown: () => exampleCode("plan-bot/main.ts") },
  { name: "nightly", document: "engine.md", markdown: () => exampleCode("nightly/main.ts") },
  { name: "engine-types", document: "engine.md", markdown: engineTypes },
  { name: "findings", document: "errors.md", markdown: findings },
  { name: "conformance-checks", document: "internals/conformance-checks.md", markdown: conformanceChecks },
  { name: "conformance-reports", document: "../SUPPORT.md", markdown: conformanceReports },
  { name: "fault-cases", document: "internals/reliability.md", markdown: reliability },
];
