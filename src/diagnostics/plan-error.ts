import { MANY_LISTED, type Diagnostic, type DiagnosticData } from "../model";
import type { PlanErrorCode } from "./codes";

/**
 * Facts, as the diagnostic that they are.
 *
 * @param max - How many workspaces the text names. @default 200: all that matter, as no report has a list of them
 */
type Diagnose<Data extends object> = (facts: Data & DiagnosticData, max?: number) => Diagnostic<Data>;

/** What an error says. */
interface Words {
  /** @default the address, or else the project */
  readonly where?: string | undefined;
  readonly detail: string;
  readonly nextStep?: string | undefined;
}

/**
 * Defines an error that blocks a plan.
 *
 * @param summary - For some of them it depends on the facts.
 * @param words - The detail alone if the error is about a resource or a project of the facts.
 */
export function planError<Data extends object>(
  code: PlanErrorCode,
  summary: string | ((facts: Data) => string),
  words: (facts: Data, max: number) => string | Words,
): Diagnose<Data> {
  return (facts, max = MANY_LISTED) => {
    const said = words(facts, max);
    return {
      severity: "error",
      code,
      where: whereOf(facts),
      summary: typeof summary === "string" ? summary : summary(facts),
      ...(typeof said === "string" ? { detail: said } : said),
      data: facts,
    };
  };
}

function whereOf({ address, project }: DiagnosticData): string {
  return address ?? (project === undefined ? "" : `project ${JSON.stringify(project.name)} (${project.id})`);
}
