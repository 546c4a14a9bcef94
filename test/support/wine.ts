import { existsSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Wine of Debian, or of others; undefined where it is not installed. */
export const wine = ["wine-stable", "wine64", "wine"]
  .flatMap((name) => (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name)))
  .find(existsSync);

/** Words that run a program for Windows. Wine writes to pipes of a shell, not to the sockets of Node.js. */
export function onWine(program: string): readonly [string, ...string[]] {
  return ["/bin/sh", "-c", 'exec "$0" "$1" </dev/null 2>/dev/null | cat', wine ?? "wine", program];
}

/**
 * Writes a library of Windows 8 and later, which Wine has since version 9, beside a program that needs it. It has one
 * function, random bytes, which is that of another library by another name.
 *
 * @see https://learn.microsoft.com/en-us/windows/win32/seccng/processprng
 */
export function writeBcryptPrimitives(folder: string): void {
  const [library, name, forwarded] = ["bcryptprimitives.dll", "ProcessPrng", "advapi32.SystemFunction036"];
  const SECTION = 0x1000;
  const table = Buffer.alloc(52);
  const texts = Buffer.from(`${library}\0${name}\0${forwarded}\0`);
  const address = (text: string): number => SECTION + table.length + texts.indexOf(text);
  // The export directory, and the tables that it refers to: one address, one name, one ordinal.
  table.writeUInt32LE(address(library), 12);
  for (const [index, value] of [1, 1, 1, SECTION + 40, SECTION + 44, SECTION + 48].entries())
    table.writeUInt32LE(value, 16 + 4 * index);
  table.writeUInt32LE(address(forwarded), 40);
  table.writeUInt32LE(address(name), 44);
  const exported = Buffer.concat([table, texts]);

  const file = Buffer.alloc(0x400);
  file.write("MZ");
  file.writeUInt32LE(64, 60);
  const coff = file.write("PE\0\0", 64) + 64;
  file.writeUInt16LE(0x8664, coff);
  file.writeUInt16LE(1, coff + 2);
  file.writeUInt16LE(240, coff + 16);
  file.writeUInt16LE(0x2022, coff + 18);
  const optional = coff + 20;
  file.writeUInt16LE(0x20b, optional);
  file.writeBigUInt64LE(0x180000000n, optional + 24);
  for (const [offset, value] of [
    [32, 0x1000],
    [36, 0x200],
    [40, 6],
    [48, 6],
    [56, 0x2000],
    [60, 0x200],
    [68, 0x01000002],
    [108, 16],
    [112, SECTION],
    [116, exported.length],
  ] as const)
    file.writeUInt32LE(value, optional + offset);
  const section = optional + 240;
  file.write(".rdata", section);
  for (const [index, value] of [exported.length, SECTION, 0x200, 0x200].entries())
    file.writeUInt32LE(value, section + 8 + 4 * index);
  file.writeUInt32LE(0x40000040, section + 36);
  exported.copy(file, 0x200);
  writeFileSync(join(folder, library), file);
}
