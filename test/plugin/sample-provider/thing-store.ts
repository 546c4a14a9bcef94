import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What exists: one file for each thing, named by its id. The file holds only what somebody changed by hand, as JSON;
 * the rest of a thing is as Terraform remembers it.
 */
export class ThingStore {
  constructor(readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  create(id: string): void {
    writeFileSync(this.#file(id), "{}");
  }

  changes(id: string): Record<string, never> | null {
    if (!existsSync(this.#file(id))) return null;
    return JSON.parse(readFileSync(this.#file(id), "utf8")) as Record<string, never>;
  }

  delete(id: string): void {
    rmSync(this.#file(id), { force: true });
  }

  count(): number {
    return readdirSync(this.folder).filter((file) => file.endsWith(".json")).length;
  }

  /** Keeps what a deletion was told beside the things. */
  keepNote(note: unknown): void {
    writeFileSync(join(this.folder, "note.txt"), note === undefined ? "no note" : JSON.stringify(note));
  }

  #file(id: string): string {
    return join(this.folder, `${id}.json`);
  }
}
