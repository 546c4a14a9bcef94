/**
 * A name that is not taken: the wanted one, or else the wanted one with a number.
 *
 * @param separator - Between the name and its number.
 */
export function freeName(wanted: string, separator: string, isFree: (name: string) => boolean): string {
  let name = wanted;
  for (let number = 2; !isFree(name); number += 1) name = `${wanted}${separator}${number}`;
  return name;
}
