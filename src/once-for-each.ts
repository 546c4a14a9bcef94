/** The function, but computed once for each object: lists ask the same of many objects. */
export function onceForEach<K extends object, V>(compute: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    const found = known.get(of);
    if (found !== undefined) return found.value;
    const value = compute(of);
    known.set(of, { value });
    return value;
  };
}

/** The function, but computed once, when it is first called. */
export function once<V>(compute: () => V): () => V {
  let known: { readonly value: V } | undefined;
  return () => (known ??= { value: compute() }).value;
}
