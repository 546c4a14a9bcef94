import { writeFiles } from "../../../src/files/write-files";

/** Writes the files again and again, until it is killed. Prints a line as soon as they were written once. */
async function main(first: number, names: readonly string[]): Promise<void> {
  for (let count = first + 1; ; count += 1) {
    const content = `${count}\n${String(count).repeat(20_000)}\nend\n`;
    await writeFiles(
      names.map((path) => ({ path, content })),
      { advice: "" },
    );
    if (count === first + 1) process.stdout.write("written\n");
  }
}

const [, , first = "0", ...names] = process.argv;
void main(Number(first), names);
