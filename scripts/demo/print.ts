import type { Emulator } from "tfprojects/emulator";
import colors from "picocolors";

let chapterNumber = 0;

/** Prints a numbered heading. */
export function printTitle(text: string): void {
  chapterNumber += 1;
  console.log(`\n${colors.bold(colors.cyan(`${chapterNumber}. ${text}`))}\n`);
}

/** Prints a sentence. */
export function say(text: string): void {
  console.log(`  ${text}`);
}

/** Prints output of a command, with added, changed and removed lines in color. */
export function printLines(lines: readonly string[]): void {
  for (const line of lines) console.log(`    ${colored(line)}`.trimEnd());
}

function colored(line: string): string {
  if (/^\s*\+ /.test(line)) return colors.green(line);
  if (/^\s*~ /.test(line)) return colors.yellow(line);
  if (/^\s*- "/.test(line) || line.startsWith("Error")) return colors.red(line);
  return line;
}

/** Prints a side note. */
export function printNote(text: string): void {
  console.log(colors.dim(`    ${text}`));
}

/** Prints a command with a prompt. */
export function printCommand(text: string): void {
  console.log(`  ${colors.bold("$")} ${colors.bold(text)}`);
}

/** Prints source code with line numbers. */
export function printCode(text: string): void {
  const lines = text.trimEnd().split("\n");
  for (const [index, line] of lines.entries()) {
    console.log(`  ${colors.dim(String(index + 1).padStart(3))}  ${line}`.trimEnd());
  }
}

/** Prints the projects of the organization, with a square for each workspace. */
export function printOrganization(emulator: Emulator): void {
  const [acme] = emulator.state().organizations;
  const projects = acme?.projects ?? [];
  const width = Math.max(...projects.map(({ name }) => name.length));
  for (const { name, workspaces } of projects) {
    const count = String(workspaces.length).padStart(3);
    console.log(`    ${name.padEnd(width)} ${count} ${colors.green("■".repeat(workspaces.length))}`.trimEnd());
  }
}

/** Prints the time and the requests since the last call, and returns the number of writes. */
export function requestStats(emulator: Emulator, milliseconds: number): number {
  const requests = emulator.requests.entries.length;
  const writes = emulator.requests.entries.filter(({ method }) => method !== "GET").length;
  emulator.requests.clear();
  printNote(`${seconds(milliseconds)}, ${pluralize(requests, "request")}, ${pluralize(writes, "write")}`);
  return writes;
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
