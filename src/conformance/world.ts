import { idPrefix, type IdKind } from "../model";
import { projectName, unusedId, workspaceName, type TestRun } from "./marker";
import type { NewObject } from "./request";

/** The objects that the checks create. */
export type OwnObject = "projectA" | "projectB" | "workspace1" | "workspace2" | "workspace3" | "pool" | "variableSet";

/** A check needs an object that could not be created, so it cannot be made. */
export class NotCreatedError extends Error {
  override readonly name = "NotCreatedError";
}

/** The objects that a run of the checks creates. */
export function ownObjects(run: TestRun): Readonly<Record<OwnObject, NewObject>> {
  return {
    projectA: { kind: "project", name: projectName(run, "A") },
    projectB: { kind: "project", name: projectName(run, "B") },
    workspace1: { kind: "workspace", name: workspaceName(run, "1") },
    workspace2: { kind: "workspace", name: workspaceName(run, "2") },
    workspace3: { kind: "workspace", name: workspaceName(run, "3") },
    pool: { kind: "agent pool", name: workspaceName(run, "pool") },
    variableSet: { kind: "variable set", name: workspaceName(run, "variables") },
  };
}

export interface WorldOptions {
  readonly organization: string;
  readonly defaultProject: { readonly id: string; readonly name: string };
  readonly testRun: TestRun;
  /** The run to read. @default none */
  readonly runId?: string | undefined;
  /** The workspace whose runs are read. @default none */
  readonly workspaceName?: string | undefined;
}

/** What the requests of the checks refer to. */
export class World {
  readonly own: Readonly<Record<OwnObject, NewObject>>;
  readonly #ids = new Map<string, string>();

  constructor(readonly options: WorldOptions) {
    this.own = ownObjects(options.testRun);
  }

  get organization(): string {
    return this.options.organization;
  }

  get defaultProject(): WorldOptions["defaultProject"] {
    return this.options.defaultProject;
  }

  /** The ID of an object that was created. @throws NotCreatedError */
  idOf(object: OwnObject): string {
    const { kind, name } = this.own[object];
    const id = this.#ids.get(name);
    if (id === undefined) throw new NotCreatedError(`the ${kind} that it needs could not be created`);
    return id;
  }

  recordId({ name }: NewObject, id: string): void {
    this.#ids.set(name, id);
  }

  /** A valid ID that no object has. */
  unknownId(kind: IdKind): string {
    return idPrefix(kind) + unusedId(this.options.testRun);
  }
}
