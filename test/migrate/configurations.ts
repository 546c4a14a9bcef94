import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readConfiguration } from "../../src/migrate/configuration";
import { applyEdits } from "../../src/migrate/edits";
import type { LiveProjects } from "../../src/migrate/live";
import { planMigration } from "../../src/migrate/migration";
import { selectProjects } from "../../src/migrate/resources";
import { parseStateResources } from "../../src/migrate/state";

/** A resource of a state. */
export interface Stored {
  readonly type: string;
  readonly name: string;
  readonly module?: string;
  readonly key?: string | number;
  readonly values: object;
}

export function project(name: string, id: string, more: Partial<Stored> = {}): Stored {
  return { type: "tfe_project", name, values: { id, name, organization: "acme" }, ...more };
}

export function settings(name: string, projectId: string, more: Partial<Stored> = {}): Stored {
  return { type: "tfe_project_settings", name, values: { id: projectId, project_id: projectId }, ...more };
}

/** A state file. */
export function stateWith(resources: readonly Stored[]): object {
  return {
    version: 4,
    terraform_version: "1.11.4",
    lineage: "1",
    serial: 1,
    resources: resources.map(({ type, name, module, key, values }) => ({
      mode: "managed",
      type,
      name,
      provider: 'provider["registry.terraform.io/hashicorp/tfe"]',
      ...(module === undefined ? {} : { module }),
      instances: [{ attributes: values, ...(key === undefined ? {} : { index_key: key }) }],
    })),
  };
}

interface Options {
  readonly live?: LiveProjects;
  readonly areEditsMade?: boolean;
}

/** A configuration in a folder of its own. */
export class Configuration {
  readonly folder = mkdtempSync(join(tmpdir(), "tfprojects-migrate-"));

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), content);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  /** Plans the migration. */
  migrate(resources: readonly Stored[], { live, areEditsMade }: Options = {}) {
    const configuration = readConfiguration(this.folder);
    const state = parseStateResources(stateWith(resources));
    const selected = selectProjects(state, configuration);
    const migration = planMigration({ configuration, state, selected, live, areEditsMade });
    const files = Object.fromEntries(migration.files.map(({ path, content }) => [path, content]));
    const edited = Object.fromEntries(
      [...configuration.folders.values()]
        .flatMap((folder) => folder.files)
        .map((file) => [
          file.path,
          applyEdits(
            file.text,
            migration.edits.filter((edit) => edit.file === file.path),
          ),
        ]),
    );
    return { migration, files, edited };
  }

  /** Migrates, and writes the files with all edits. */
  apply(resources: readonly Stored[], options: Options = {}) {
    const result = this.migrate(resources, { ...options, areEditsMade: true });
    for (const [path, content] of Object.entries({ ...result.files, ...result.edited })) this.write(path, content);
    return result;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
