import { Client } from "../api";
import type { Framework } from "../constructs/base/frameworks";
import type { Notify } from "../engine/host";
import type { GeneratedFile } from "../files/generated-file";
import { OrganizationView } from "../reconcile";
import { UserError } from "../user-error";
import { Progress } from "./progress";

/** What an import has read. */
export interface ImportSource {
  /** The organization, as the service spells it. */
  readonly organization: string;
  readonly toCode: (target: ImportTarget) => ImportedCode;
}

/** Where the code of an import is written. */
interface ImportTarget {
  /** The construct IDs that projects have from an earlier import, by project ID. */
  readonly constructIds: ReadonlyMap<string, string>;
  /** How the `package.json` of an app depends on this package. */
  readonly requirement: string;
}

/** What an import writes. */
interface ImportedCode {
  readonly files: readonly GeneratedFile[];
  /** Its content in a few words: `2 projects and 30 workspaces of acme`. */
  readonly content: string;
  /** What is not in the code, in lines of at most {@link WIDTH} columns. */
  readonly left: readonly string[];
  /** The next steps, in lines. @param folder - As a word for a shell. */
  readonly steps: (folder: string) => readonly string[];
}

/** The width of the result, in columns. */
export const WIDTH = 80;

/** The form of the code. */
export interface CodeForm {
  readonly cdktn?: boolean;
  readonly hcl?: boolean;
}

export function frameworkOf({ cdktn }: CodeForm): Framework {
  return cdktn === true ? "cdktn" : "cdktf";
}

/** The service and the organization that an import reads. */
export interface ReadingOptions {
  readonly organization?: string;
  /** In milliseconds. */
  readonly deadline?: number;
}

/** @throws UserError without one. */
export function organizationName({ organization = process.env["TFE_ORGANIZATION"] }: ReadingOptions): string {
  if (organization) return organization;
  throw new UserError("No organization configured.", "Use --organization NAME, or set TFE_ORGANIZATION.");
}

/** Reads the organization, and shows progress meanwhile. */
export async function reading<T>(
  options: ReadingOptions,
  read: (view: OrganizationView, notify: Notify) => Promise<T>,
): Promise<T> {
  const name = organizationName(options);
  const progress = new Progress();
  try {
    const client = new Client({
      onRequest: () => progress.notify({ kind: "request" }),
      deadlineMs: options.deadline,
    });
    return await read(new OrganizationView(client, name), progress.notify);
  } finally {
    progress.stop();
  }
}
