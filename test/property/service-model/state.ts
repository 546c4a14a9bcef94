import type { AnyString } from "./expected-response";

/**
 * The state of the model of the service. It is as plain as possible, with arrays and linear search, and written from
 * the API documentation only, so that it shares no mistake with the emulator.
 */
export interface Organization {
  readonly name: string;
  readonly defaultProject: string;
}

export interface Project {
  readonly id: string;
  readonly organization: string;
  name: string;
  description: string | null;
  duration: string | null;
}

export interface Workspace {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  project: string;
}

/** Where something stands, and since when: both times in milliseconds, `reached` by status. */
export interface Progress {
  status: string;
  reached: Record<string, number>;
  readonly created: number;
  updated: number;
}

export interface Run {
  readonly id: string;
  readonly workspace: string;
  readonly speculative: boolean;
}

export interface Stage extends Progress {
  readonly id: string;
  readonly run: string;
  readonly stage: string;
  readonly tasksOverridable: boolean;
  /** When a stage that was overridden passes, in milliseconds. */
  passesAt: number | undefined;
  /** When the run came to the stage. */
  startedAt: number | undefined;
}

export interface Result extends Progress {
  readonly id: string;
  readonly stage: string;
  readonly task: string;
  readonly taskName: string;
  readonly taskUrl: string;
  readonly workspaceTask: string;
  readonly level: string;
  message: string | null | AnyString;
  url: string | null;
  /** When its task last said something. */
  lastReportAt: number | undefined;
}

export interface Policy {
  readonly id: string;
  readonly stage: string;
  readonly overridable: boolean;
  readonly level: string;
  status: string;
}

export interface Token {
  readonly name: string;
  /** Undefined for the token that owns everything. */
  readonly organization?: string;
  readonly role: string;
  /** Further abilities on single projects. */
  readonly projects: Readonly<Record<string, readonly string[]>>;
}

export class ModelState {
  readonly organizations: Organization[] = [];
  readonly projects: Project[] = [];
  readonly workspaces: Workspace[] = [];
  readonly runs: Run[] = [];
  readonly stages: Stage[] = [];
  readonly results: Result[] = [];
  readonly policies: Policy[] = [];
  readonly tasks: { readonly id: string; readonly organization: string; readonly name: string }[] = [];
  readonly tokens: Token[] = [{ name: "owner", role: "owner", projects: {} }];
  #step = 0;
  #made: string[] = [];

  /** @param now milliseconds since 1970; it moves only when a step says so. */
  constructor(public now: number) {}

  /** Identifiers name the step that made them, so that they stay the same when other steps are left out. */
  begin(step: number): void {
    this.#step = step;
    this.#made = [];
  }

  newId(prefix: string): string {
    const id = `${prefix}-M${this.#step}n${this.#made.length}`;
    this.#made.push(id);
    return id;
  }

  /** The identifiers that the step has given. */
  get made(): readonly string[] {
    return this.#made;
  }

  progress(): Progress {
    return { status: "pending", reached: {}, created: this.now, updated: this.now };
  }
}

export function remove<T>(list: T[], gone: (item: T) => boolean): void {
  for (let index = list.length - 1; index >= 0; index--) if (gone(list[index]!)) list.splice(index, 1);
}
