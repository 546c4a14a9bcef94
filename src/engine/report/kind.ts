import { conditionText, ruleLabel } from "../../model";
import { MOVE_REASONS, pluralize } from "../../reconcile";
import type { ReasonGroup } from "../plan/project-change";
import type { ProjectChange } from "../plan/project-change";

/** A report of a plan or of drift, with the words of all formats. */
export interface ReportKind {
  readonly name: "plan" | "drift";
  /** Before the name of an organization. */
  readonly title: string;
  /** Says that a plan takes over a project by its name; empty for others. */
  readonly foundByName: (project: Pick<ProjectChange, "isFoundByName">) => string;
  /** Heading of errors. */
  readonly errors: string;
  /** Says before the changes of projects which way round they are; empty where nothing else is possible. */
  readonly direction: string;
  /** Headings of the current and the future project of workspaces. */
  readonly columns: readonly [from: string, to: string];
  /** `2 workspaces move`, before one of the words for the future project. */
  readonly moves: (count: number) => string;
  readonly prepositions: { readonly from: string; readonly to: string; readonly here: string };
  /** Why workspaces move that no membership names, in a few words; empty for others. */
  readonly reasonOf: (moved: Pick<ReasonGroup, "reason" | "rule">) => string;
}

/** The rule that places workspaces: `rule 1 matches "net-*"`; empty if there is none. */
function ruleText({ rule }: Pick<ReasonGroup, "rule">): string {
  return rule === undefined ? "" : `${ruleLabel(rule.position)} ${conditionText(rule.matches)}`;
}

export const REPORT_KINDS: Readonly<Record<ReportKind["name"], ReportKind>> = {
  plan: {
    name: "plan",
    title: "Plan for",
    foundByName: ({ isFoundByName }) => (isFoundByName ? "exists, found by its name" : ""),
    errors: "The plan is blocked by errors",
    direction: "",
    columns: ["From", "To"],
    moves: (count) => `${pluralize(count, "workspace")} ${count === 1 ? "moves" : "move"}`,
    prepositions: { from: "from", to: "to", here: "in" },
    reasonOf: (moved) =>
      ruleText(moved) || (moved.reason === "member" || moved.reason === "undone" ? "" : moved.reason),
  },
  drift: {
    name: "drift",
    title: "Drift of",
    foundByName: () => "",
    errors: "Errors",
    direction: "To match the code, an apply would make these changes:",
    columns: ["Current project", "Project in the code"],
    moves: (count) => `${pluralize(count, "workspace")} ${count === 1 ? "belongs" : "belong"}`,
    prepositions: { from: "in", to: "in", here: "here" },
    reasonOf: (moved) => ruleText(moved) || MOVE_REASONS[moved.reason].ofMisplaced,
  },
};
