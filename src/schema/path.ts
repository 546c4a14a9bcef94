/** The place of a value: names of attributes and blocks, indexes of lists, keys of maps. */
export type AttributePath = readonly (string | number)[];

/** The path as in HCL: `triggers.a[0]`, `rule[2].match_tags["a b"]`. */
export function formatPath(path: AttributePath): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[a-z_][\w-]*$/i.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}
