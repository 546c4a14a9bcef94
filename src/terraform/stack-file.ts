/**
 * Takes the value of an option apart: `FILE`, or `STACK=FILE`. The name of a file may have an equals sign too, so only
 * names of stacks count.
 */
export function parseStackFile(option: string, stacks: Iterable<string>): Readonly<{ stack?: string; file: string }> {
  const stack = [...stacks].find((name) => name !== "" && option.startsWith(`${name}=`));
  return { stack, file: stack === undefined ? option : option.slice(stack.length + 1) };
}
