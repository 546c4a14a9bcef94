/** A file of an option, and the stack that it is for. */
export interface StackFile {
  /** Undefined if the option names none. */
  readonly stack: string | undefined;
  readonly file: string;
}

/**
 * Takes the value of an option apart: `FILE`, or `STACK=FILE`. The name of a file may have an equals sign too, so only
 * names of stacks count.
 */
export function parseStackFile(option: string, stacks: Iterable<string>): StackFile {
  const stack = [...stacks].find((name) => name !== "" && option.startsWith(`${name}=`));
  return { stack, file: stack === undefined ? option : option.slice(stack.length + 1) };
}
