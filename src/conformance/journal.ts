import { readdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import type { Environment } from "../api";
import { homeIn } from "../api/cli-configuration";
import { writeFiles } from "../files/write-files";
import { readTextFileSync } from "../text-file";
import { hasCode } from "../system-errors";
import type { TestRun } from "./marker";
import { OBJECT_KINDS } from "./own-objects";
import type { NewObject } from "./request";

/** An object of a run that may exist. */
export interface JournaledObject extends NewObject {
  /** Undefined if the response to its creation was lost. */
  readonly id?: string | undefined;
}

const journalFile = v.object({
  run: v.object({ id: v.string(), startedAt: v.pipe(v.string(), v.isoTimestamp()) }),
  address: v.string(),
  organization: v.string(),
  host: v.string(),
  pid: v.number(),
  objects: v.array(v.object({ kind: v.picklist(OBJECT_KINDS), name: v.string(), id: v.optional(v.string()) })),
});

type JournalFile = v.InferOutput<typeof journalFile>;

/** Where objects are. */
export interface Place {
  readonly address: string;
  readonly organization: string;
}

/** How long after its start a run counts as ended in any case. */
export const MAX_RUN_MS = 3_600_000;

/** The folder of the journals: each run has a file of its own, which is deleted when nothing is left. */
export function journalFolder(env: Environment, platform: string = process.platform): string {
  const { LOCALAPPDATA, XDG_STATE_HOME } = env;
  const state = platform === "win32" ? LOCALAPPDATA : XDG_STATE_HOME;
  const folder = state === undefined || state === "" ? join(homeIn(env), ".local/state") : state;
  return join(folder, "tfprojects", "conformance");
}

/**
 * The objects that a run has created, in a file that is current before and after each request that creates or deletes
 * one: the next run finds what a killed one has left.
 */
export class Journal {
  #objects: readonly JournaledObject[];

  private constructor(
    private readonly path: string,
    private readonly header: Omit<JournalFile, "objects">,
    objects: readonly JournaledObject[],
  ) {
    this.#objects = objects;
  }

  /** Of a new run. The file is written with the first object. */
  static create(folder: string, { id, startedAt }: TestRun, { address, organization }: Place): Journal {
    const run = { id, startedAt: startedAt.toISOString() };
    return new Journal(
      join(folder, `${id}.json`),
      { run, address, organization, host: hostname(), pid: process.pid },
      [],
    );
  }

  /** Of runs in this place that have ended without deleting everything. */
  static leftIn(folder: string, place: Place, now: Date): readonly Journal[] {
    return filesIn(folder)
      .flatMap((path) => read(path) ?? [])
      .filter(({ file }) => file.address === place.address && file.organization === place.organization)
      .filter(({ file }) => hasEnded(file, now))
      .map(({ path, file: { objects, ...header } }) => new Journal(path, header, objects));
  }

  get run(): TestRun {
    const { id, startedAt } = this.header.run;
    return { id, startedAt: new Date(startedAt) };
  }

  get objects(): readonly JournaledObject[] {
    return this.#objects;
  }

  /** Before the request. */
  async creating(object: NewObject): Promise<void> {
    await this.#write([...this.#objects, { kind: object.kind, name: object.name }]);
  }

  async created(object: NewObject, id: string): Promise<void> {
    await this.#write(this.#objects.map((it) => (it.name === object.name ? { ...it, id } : it)));
  }

  /** It was deleted, or never created. */
  async removed({ name }: NewObject): Promise<void> {
    await this.#write(this.#objects.filter((it) => it.name !== name));
  }

  async #write(objects: readonly JournaledObject[]): Promise<void> {
    this.#objects = objects;
    if (objects.length === 0) {
      rmSync(this.path, { force: true });
      return;
    }
    const content = `${JSON.stringify({ ...this.header, objects }, undefined, 2)}\n`;
    await writeFiles([{ path: this.path, content, isPrivate: true }], {
      advice: "It records what to delete: set XDG_STATE_HOME to a folder that can be written.",
      createFolders: true,
    });
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(folder, name));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}

/** Undefined for a file that is gone by now, or not a journal. */
function read(path: string): { readonly path: string; readonly file: JournalFile } | undefined {
  try {
    return { path, file: v.parse(journalFile, JSON.parse(readTextFileSync(path))) };
  } catch {
    return undefined;
  }
}

function hasEnded({ run, host, pid }: JournalFile, now: Date): boolean {
  return now.getTime() - Date.parse(run.startedAt) > MAX_RUN_MS || (host === hostname() && !isRunning(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !hasCode(error, "ESRCH");
  }
}
