import { OPERATIONS } from "./step";
import type { Operation } from "./step";

/** The statuses of each operation that a sequence must cover. */
const EXPECTED: Readonly<Record<Operation, readonly number[]>> = {
  "create project": [201, 400, 401, 404, 415, 422],
  "update project": [200, 400, 401, 404, 415, 422],
  "list projects": [200, 400, 401, 404, 422],
  "show project": [200, 401, 404],
  "delete project": [204, 401, 403, 404, 409, 415],
  "move workspaces": [204, 400, 401, 403, 404, 415, 422],
  "list task stages": [200, 400, 401, 404, 422],
  "show task stage": [200, 400, 401, 404],
  "show task result": [200, 401, 404],
  "override task stage": [200, 401, 404, 409, 415],
  "no operation": [404],
};

/** Counts the statuses of each operation. */
export class Coverage {
  readonly #counts = new Map<string, number>();

  count(operation: Operation, status: number): void {
    const key = `${operation} ${status}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** What was not covered, as `operation status`. */
  get missing(): readonly string[] {
    return OPERATIONS.flatMap((operation) => EXPECTED[operation].map((status) => `${operation} ${status}`)).filter(
      (key) => !this.#counts.has(key),
    );
  }

  /** A line for each operation, with the count of each status. */
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
