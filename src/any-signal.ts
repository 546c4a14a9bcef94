/** Keeps what is followed for as long as the follower. */
const followed = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * A signal that is aborted with the first of these. What `AbortSignal.any` gives does not keep alive what it follows: an `AbortSignal.timeout`
 * that nothing else refers to is collected before its time, and then it never comes (https://github.com/nodejs/node/issues/57736).
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  // eslint-disable-next-line no-restricted-properties -- the one place that it is for
  const any = AbortSignal.any([...signals]);
  followed.set(any, signals);
  return any;
}
