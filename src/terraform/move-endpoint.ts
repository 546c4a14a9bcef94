import { calledModule, formatAddress, moduleSteps, parseAddress, type Address } from "./address";

/** The address of an object in a module and those that it calls, or of its resource. */
export type Place = Omit<Address, "stack">;

/** What a `moved` or `removed` block names: a resource or an instance of one, or a module or an instance of one. */
export type MoveEndpoint =
  | { readonly kind: "resource"; readonly text: string; readonly place: Place }
  | { readonly kind: "module"; readonly text: string; readonly module: string };

/** Undefined for what is no address. */
export function parseEndpoint(text: unknown): MoveEndpoint | undefined {
  if (typeof text !== "string") return undefined;
  const last = moduleSteps(text).at(-1);
  if (last?.module === text) return { kind: "module", text, module: text };
  const address = parseAddress(text);
  if (address === undefined || address.stack !== undefined) return undefined;
  return { kind: "resource", text: formatAddress(address), place: address };
}

/** Addresses without keys of an object's resource and of the modules that have it, the innermost first. */
export function enclosingAddresses(place: Place): readonly string[] {
  const modules = withoutKeys(place.module);
  const resource = formatAddress({ ...place, stack: undefined, module: modules.at(-1) ?? "", key: undefined });
  return [resource, ...modules.reverse()];
}

/** The address of an endpoint without keys. */
export function unkeyed(endpoint: MoveEndpoint): string {
  if (endpoint.kind === "module") return withoutKeys(endpoint.module).at(-1) ?? "";
  return enclosingAddresses(endpoint.place)[0] ?? "";
}

/** Where a move brings an object; undefined if it is not about it. Without keys, it is about all instances. */
export function moveTo(from: MoveEndpoint, to: MoveEndpoint, place: Place): Place | undefined {
  if (from.kind === "resource" && to.kind === "resource") {
    if (formatAddress({ ...from.place, key: place.key }) !== formatAddress({ ...place, stack: undefined }))
      return undefined;
    if (from.place.key === undefined && to.place.key === undefined) return { ...to.place, key: place.key };
    return from.place.key === place.key ? to.place : undefined;
  }
  if (from.kind !== "module" || to.kind !== "module") return undefined;
  const steps = moduleSteps(from.module);
  const [called, target] = [steps.at(-1), moduleSteps(to.module).at(-1)];
  const step = moduleSteps(place.module)[steps.length - 1];
  if (called === undefined || target === undefined || step === undefined) return undefined;
  if (step.parent !== called.parent || step.call !== called.call) return undefined;
  const isCall = called.key === undefined && target.key === undefined;
  if (!isCall && step.key !== called.key) return undefined;
  const key = isCall ? step.module.slice(calledModule(step.parent, step.call).length) : "";
  return { ...place, module: to.module + key + place.module.slice(step.module.length) };
}

/** The paths to a module and to those on the way, without keys: `module.a`, `module.a.module.b`. */
function withoutKeys(module: string): string[] {
  return moduleSteps(module).reduce<string[]>((all, { call }) => [...all, calledModule(all.at(-1) ?? "", call)], []);
}
