import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * How much a published response says. Only a recorded one shows that the service does not send a member.
 *
 * - `recorded`: as the service sent it, but for names and IDs;
 * - `rearranged`: its author has sorted the members, or lost their order;
 * - `edited`: its author may have left members out;
 * - `quoted`: an error, of which somebody quotes title and detail.
 */
type Trust = "recorded" | "rearranged" | "edited" | "quoted";

/** A response of HCP Terraform that somebody has published. Names, IDs, texts and hashes are replaced consistently. */
export interface Recording {
  /** The name of its file. */
  readonly name: string;
  /** Where it was published. */
  readonly source: string;
  /** A year, month, day or range. */
  readonly recorded: string;
  readonly trust: Trust;
  readonly note?: string;
  readonly request: { readonly method: string; readonly path: string };
  readonly response: {
    readonly status: number;
    /** Undefined where none were recorded. */
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: Body;
  };
}

/** A recorded JSON:API resource. */
export interface RecordedResource {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, unknown>>;
  readonly links?: Readonly<Record<string, string>>;
}

interface Body {
  readonly data?: RecordedResource | readonly RecordedResource[];
  readonly errors?: readonly Readonly<Record<string, unknown>>[];
  readonly [member: string]: unknown;
}

const FOLDER = join(__dirname, "recordings");

export const RECORDINGS: readonly Recording[] = readdirSync(FOLDER)
  .sort()
  .map((file) => ({
    ...(JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Omit<Recording, "name">),
    name: file.replace(/\.json$/, ""),
  }));

export function recording(name: string): Recording {
  const found = RECORDINGS.find((it) => it.name === name);
  if (found === undefined) throw new Error(`There is no recording ${name}.`);
  return found;
}

/** The resources of a recording: one, or those of a list. */
export function resourcesOf({ response }: Recording): readonly RecordedResource[] {
  const { data = [] } = response.body;
  return "id" in data ? [data] : data;
}

/** The resource of a recording, or the first one of a list. */
export function resourceOf(it: Recording): RecordedResource {
  const [first] = resourcesOf(it);
  if (first === undefined) throw new Error(`The recording ${it.name} has no resource.`);
  return first;
}
