import { matchText } from "../../model";
import { MOVE_REASONS, pluralize } from "../../reconcile";
import type { MovedWorkspace } from "../plan/action";
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
  /** Headings of the current and the future project of workspaces. */
  readonly columns: readonly [from: string, to: string];
  /** `2 workspaces move`, before one of the words for the future project. */
  readonly moves: (count: number) => string;
  readonly prepositions: { readonly from: string; readonly to: string; readonly here: string };
  /** Why a workspace moves although no membership names it, in a few words; empty for others. */
  readonly reasonOf: (moved: Pick<MovedWorkspace, "reason" | "match">) => string;
}

/** Why a rule selects a workspace: `matches "net-*"`; empty if there is none. */
function ruleText({ match }: Pick<MovedWorkspace, "match">): string {
  return match === undefined ? "" : matchText(match);
}

const PLAN: ReportKind = {
  name: "plan",
  title: "Plan for",
  foundByName: ({ isFoundByName }) => (isFoundByName ? "exists, found by its name" : ""),
  errors: "The plan is blocked by errors",
  columns: ["From", "To"],
  moves: (count) => `${pluralize(count, "workspace")} ${count === 1 ? "moves" : "move"}`,
  prepositions: { from: "from", to: "to", here: "in" },
  reasonOf: (moved) => (moved.reason === "member" || moved.reason === "undone" ? ruleText(moved) : moved.reason),
};

const DRIFT: ReportKind = {
  name: "drift",
  title: "Drift of",
  foundByName: () => "",
  errors: "Errors",
  columns: ["Current project", "Project in the code"],
  moves: (count) => `${pluralize(count, "workspace")} ${count === 1 ? "belongs" : "belong"}`,
  prepositions: { from: "in", to: "in", here: "here" },
  reasonOf: (moved) => ruleText(moved) || MOVE_REASONS[moved.reason].ofMisplaced,
};

export const REPORT_KINDS: Readonly<Record<ReportKind["name"], ReportKind>> = { plan: PLAN, drift: DRIFT };
