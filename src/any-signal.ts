/** Keeps the sources of a combined signal alive for as long as the signal itself. */
const sources = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * A signal that is aborted with the first of these. The signal of `AbortSignal.any` does not keep its sources alive: an
 * `AbortSignal.timeout` that nothing else refers to is garbage collected early, and then never fires
 * (https://github.com/nodejs/node/issues/57736).
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  // oxlint-disable-next-line no-restricted-properties -- the only place where it is safe
  const any = AbortSignal.any([...signals]);
  sources.set(any, signals);
  return any;
}
