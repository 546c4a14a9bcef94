/** Keeps the sources of a combined signal alive for as long as the signal itself. */
const sources = new WeakMap<AbortSignal, readonly AbortSignal[]>();

const listener = (): undefined => undefined;

/**
 * A signal that is aborted with the first of these. `AbortSignal.any` has two defects that this fixes:
 *
 * - It does not keep its sources alive: an `AbortSignal.timeout` that nothing else refers to is garbage collected
 *   early, and then never fires (https://github.com/nodejs/node/issues/57736).
 * - In some versions of Node.js 24 and 26 it does not follow its sources until it has a listener. Before that, it
 *   checks them only when read, and has the reason of the first in the list
 *   (https://github.com/nodejs/node/issues/65995).
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  // oxlint-disable-next-line no-restricted-properties -- the only place where it is safe
  const any = AbortSignal.any([...signals]);
  sources.set(any, signals);
  any.addEventListener("abort", listener);
  any.removeEventListener("abort", listener);
  return any;
}
