import { formatPath, type AttributePath } from "../schema";

/**
 * What is wrong with code or a plan, or is to be reviewed before it is applied: plain data, from where it is found to
 * where it is shown.
 */
export interface Diagnostic<Data extends object = object> {
  /** An `error` blocks a plan. A `caution` is a warning about a change that no later plan can undo. */
  readonly severity: "error" | "warning" | "caution";
  /** For programs; stable across versions. */
  readonly code: string;
  /** What it is about: the address of a resource, or a project, an organization, all moves; empty for all of a plan. */
  readonly where: string;
  /**
   * The attribute of the resource, with the names that Terraform has for attributes and blocks. Indexes are those of
   * the code, also in sets.
   *
   * @default the whole resource
   */
  readonly attribute?: AttributePath | undefined;
  /** A few words for the problem, the same for all diagnostics of a kind. */
  readonly summary: string;
  /** What is wrong, why, and what to do about it. Names the first of many objects. */
  readonly detail: string;
  /**
   * The option that would allow the plan, in a sentence: `{maxMoves}` stands for what the caller calls an option.
   *
   * @default there is none
   */
  readonly nextStep?: string | undefined;
  /** The facts, for programs. */
  readonly data: Data & DiagnosticData;
}

/** What diagnostics have in common among their facts, besides others. */
export interface DiagnosticData {
  /** The address of the resource in the code. */
  readonly address?: string | undefined;
  /** The addresses of all resources that it is about; the first one is the one to start at. */
  readonly addresses?: readonly string[] | undefined;
  readonly project?: NamedObject | undefined;
  /** All workspaces that it is about, by name or ID. */
  readonly workspaces?: readonly string[] | undefined;
  /** The addresses of all resources that depend on the one that it is about. */
  readonly dependents?: readonly string[] | undefined;
  /** The ID of the change of the plan that it is about. */
  readonly action?: string | undefined;
}

/** An error in code, in the words of who found it. @param where - An address with its attribute, or a file. */
export function problemAt(where: string, detail: string): Diagnostic {
  return {
    severity: "error",
    code: "INVALID_CONFIGURATION",
    where,
    summary: "Invalid configuration",
    detail,
    data: {},
  };
}

/** An error at an attribute of a resource; only callers know the resource. */
export interface AttributeDiagnostic extends Diagnostic<AttributeFacts> {
  readonly severity: "error";
  readonly attribute: AttributePath;
}

interface AttributeFacts {
  /**
   * Whether the error is a malformed ID. IDs may come from another provider, and `mock_provider` of `terraform test`
   * generates IDs of another form.
   */
  readonly isIdFormat?: true;
}

export function attributeError(
  attribute: AttributePath,
  summary: string,
  detail: string,
  data: AttributeFacts = {},
): AttributeDiagnostic {
  return { ...problemAt("", detail), severity: "error", attribute, summary, data };
}

/** An error at an attribute of what is there. @param where - An address, or a member of a definition. */
export function placedAt(where: string, { attribute, ...error }: AttributeDiagnostic): Diagnostic {
  const place = formatPath(attribute);
  return { ...error, attribute, where: where === "" ? place : `${where}.${place}` };
}

/** An object of the service, with its name. */
export interface NamedObject {
  readonly id: string;
  readonly name: string;
}

/** What a message says: the detail, and the next step, with the names of options in programs. */
export function messageOf({ detail, nextStep }: Pick<Diagnostic, "detail" | "nextStep">): string {
  return nextStep === undefined ? detail : `${detail} ${stepInWords(nextStep, (option) => option)}`;
}

/** A next step with its options. @param optionName - What the caller calls an option. */
export function stepInWords(nextStep: string, optionName: (option: string) => string): string {
  return nextStep.replace(/\{(\w+)\}/g, (_, option: string) => optionName(option));
}
