/*
 * axios looks for these globals when it is loaded, and Node.js then loads all of its `fetch`, which takes 30 ms of CPU.
 * Requests are sent with `node:http`.
 */
const GLOBALS = ["FormData", "Request", "Response"] as const;

const descriptors = GLOBALS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
for (const name of GLOBALS) Object.defineProperty(globalThis, name, { value: undefined, configurable: true });

export function restoreFetch(): void {
  for (const [name, descriptor] of descriptors) {
    if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor);
  }
}
