import { ROWS, type RowId } from "./rows";
import type { ServiceRequest, ServiceResponse } from "./request";
import type { World } from "./world";

/**
 * What a check needs: `write`, that it may create objects of its own; `run`, a run to read; `workspace`, one whose runs
 * are read; `reader`, a token whose owner may only read.
 */
export const NEEDS = ["write", "run", "workspace", "reader"] as const;
export type Need = (typeof NEEDS)[number];

/** Why a check says nothing about this service. */
export interface NotApplicable {
  readonly skipped: string;
}

/** As expected, of several possibilities this one. */
interface AsExpected {
  readonly found: string;
}

/** What was seen instead of the expected; undefined if everything is as expected. */
export type Finding = string | AsExpected | NotApplicable | undefined;

/** A request, given the responses to the requests before it. */
export type RequestOf = (
  world: World,
  before: Readonly<Record<string, ServiceResponse>>,
) => ServiceRequest | NotApplicable;

/** A behavior of the service that tfprojects rests on, and how to see it. */
export interface Check<Name extends string = string> {
  /** For reports: stays the same. */
  readonly id: string;
  /** The row of docs/internals/fidelity.md that says what is expected. */
  readonly row: RowId;
  /** Which part of the row it is about, if several checks are about it. @default all of it */
  readonly about?: string;
  /** @default nothing */
  readonly needs?: readonly Need[];
  /** Sent in this order; one can depend on the responses before it. Equal reads share their response. */
  readonly requests: Readonly<Record<Name, RequestOf>>;
  /** Pure. What it says of what was seen has neither names and IDs of others nor tokens. */
  expects(responses: Readonly<Record<Name, ServiceResponse>>, world: World): Finding;
  /** What it means for the user if the service differs. */
  readonly consequence: string;
}

/** Infers the names of the requests. */
export function check<Name extends string>(it: Check<Name>): Check {
  return it;
}

/** What a check is about: the subject of its row. */
export function titleOf({ row, about }: Pick<Check, "row" | "about">): string {
  const subject = row.slice(row.indexOf(": ") + 2);
  return about === undefined ? subject : `${subject} (${about})`;
}

/** What is expected, as its row says it. */
export function sentenceOf({ row }: Pick<Check, "row">): string {
  return ROWS[row];
}
