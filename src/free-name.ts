/**
 * A name that is not taken: the one that is wanted, or else with a number.
 *
 * @param separator - Between the name and its number.
 */
export function freeName(wanted: string, separator: string, isFree: (name: string) => boolean): string {
  let name = wanted;
  for (let number = 2; !isFree(name); number += 1) name = `${wanted}${separator}${number}`;
  return name;
}
