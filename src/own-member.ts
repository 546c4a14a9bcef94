/**
 * The own member of an object by a name from outside. Every object inherits others, such as `constructor` and
 * `__proto__`, which nobody has put there.
 */
export function ownMember<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
