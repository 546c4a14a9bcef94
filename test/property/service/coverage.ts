import { OPERATIONS } from "./step";
import type { Operation } from "./step";

/** The statuses that each operation must have been seen to answer with, else a sequence has shown too little. */
const EXPECTED: Readonly<Record<Operation, readonly number[]>> = {
  "4.1 create project": [201, 400, 401, 404, 415, 422],
  "4.2 update project": [200, 400, 401, 404, 415, 422],
  "4.3 list projects": [200, 400, 401, 404, 422],
  "4.4 show project": [200, 401, 404],
  "4.5 delete project": [204, 401, 403, 404, 409, 415],
  "4.6 move workspaces": [204, 400, 401, 403, 404, 415, 422],
  "4.7 list task stages": [200, 400, 401, 404, 422],
  "4.8 show task stage": [200, 400, 401, 404],
  "4.9 show task result": [200, 401, 404],
  "4.10 override task stage": [200, 401, 404, 409, 415],
  "no operation": [404],
};

/** How often each operation was answered with each status. */
export class Coverage {
  readonly #counts = new Map<string, number>();

  count(operation: Operation, status: number): void {
    const key = `${operation} ${status}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** What never came, as `operation status`. */
  get missing(): readonly string[] {
    return OPERATIONS.flatMap((operation) => EXPECTED[operation].map((status) => `${operation} ${status}`)).filter(
      (key) => !this.#counts.has(key),
    );
  }

  /** A line for each operation: how many requests, and how many of each status. */
  get table(): string {
    const lines = OPERATIONS.map((operation) => {
      const statuses = [...this.#counts.keys()]
        .filter((key) => key.startsWith(`${operation} `))
        .map((key) => key.slice(operation.length + 1))
        .sort()
        .map((status) => `${status}: ${this.#counts.get(`${operation} ${status}`) ?? 0}`);
      return `${operation.padEnd(26)}${statuses.map((text) => text.padEnd(11)).join("")}`.trimEnd();
    });
    return lines.join("\n");
  }
}
