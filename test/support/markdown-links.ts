import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Markdown files in a folder and those below it, but in those of other packages and in what programs have written. */
export function markdownFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return entry.name.endsWith(".md") ? [path] : [];
    return entry.isDirectory() && !/^(node_modules|coverage|api-reference|\.git|cdktf\.out)$/.test(entry.name)
      ? markdownFiles(path)
      : [];
  });
}

/** Links of Markdown files in a folder that lead to a file, or a heading of one, that is not there. */
export function deadLinks(folder: string): readonly string[] {
  return markdownFiles(folder).flatMap((file) =>
    linksIn(readFileSync(file, "utf8"))
      .filter((link) => !isAlive(link, file))
      .map((link) => `${relative(folder, file)}: ${link}`),
  );
}

/** Where the links of a text lead to, but for those to other sites. */
export function linksIn(text: string): readonly string[] {
  const prose = text.replace(/^(```+)[^]*?^\1/gm, "").replace(/(`+)[^`][^]*?\1/g, "`code`");
  const inline = [...prose.matchAll(/\]\(([^()\s]+)\)/g)];
  const references = [...prose.matchAll(/^\[[^\]]+\]: (\S+)$/gm)];
  return [...inline, ...references].map(([, link]) => link!).filter((link) => !/^[a-z]+:/.test(link));
}

function isAlive(link: string, file: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : join(dirname(file), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || !target.endsWith(".md") || anchorsIn(readFileSync(target, "utf8")).has(anchor);
}

/** As GitHub derives them from headings. */
function anchorsIn(text: string): ReadonlySet<string> {
  const anchors = new Set([...text.matchAll(/<a id="(.*?)">/g)].map(([, id]) => id!));
  for (const [, heading = ""] of text.replace(/^(```+)[^]*?^\1/gm, "").matchAll(/^#+ (.*)$/gm)) {
    const words = heading.replace(/\[(.*?)\]\(.*?\)/g, "$1").toLowerCase();
    const anchor = words
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-");
    let number = 0;
    while (anchors.has(number === 0 ? anchor : `${anchor}-${number}`)) number++;
    anchors.add(number === 0 ? anchor : `${anchor}-${number}`);
  }
  return anchors;
}
