import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "..");

/** What users and maintainers read: code with its help, messages and comments, and documents. */
const PLACES = ["src", "docs", "README.md", "ARCHITECTURE.md"];

/** Words of our own that nobody else uses for these things, with the word that Terraform, Kubernetes or HTTP use. */
const WORDS: readonly (readonly [pattern: RegExp, use: string])[] = [
  [/service-api/i, "the rule itself, or a link to HashiCorp's public documentation"],
  [/\bDESIGN\b/, "the rule itself"],
  [/\bfacts[,:]? (section|\d)/i, "the rule itself"],
  [/\bsections? \d+(\.\d+)*\b/i, "the rule itself, or a link"],
  [/\bharmless/i, "sanitize"],
  [/\bonlook/i, "observer"],
  [/\bneighbou?r/i, "adjacent, previous or next; in the emulator origin check"],
  [/\banatomy\b/i, "attribute classes"],
  [/\bclash(es)?\b/i, "conflict"],
  [/\bjudged?\b/i, "evaluate"],
  [/\bjourney/i, "scenario"],
  [/\bthe (house|rooms?)\b/i, "architecture, layer or package"],
  [/\bsayings?\b/i, "settings"],
  [/mayHaveBeenDone/, "outcomeUnknown"],
  [
    /\b(Refused|Service|InvalidRequest|Argument)Error\b/,
    "BadRequestError, ServerError, UnprocessableEntityError, InvalidArgumentError",
  ],
  [/\bstopSignal\b/, "signal or shutdownSignal"],
  [/\bsearchName\b/, "search"],
  [/\bProjectAbility\b/, "ProjectPermission"],
  [/nonEmptyProjectDeletion/, "projectDeletionBehavior"],
  [/\bretryAfter\b(?!Ms)/, "retryAfterMs"],
  [/\bfirstDelay\b/, "initialDelayMs"],
  [/\beveryItem\b|every-item/, "paginate"],
  [/askedToWait/, "retryAfterMs"],
  [/coolingUntil/, "backoffUntil"],
  [/\bMisfit/i, "mismatch"],
  [/\bdetours?\b/i, "break cycle"],
  [/\bGRAVITY\b/, "SEVERITY"],
  [/\bUnknowable\b/i, "Unresolvable"],
  [/\bAT_ONCE\b/, "CONCURRENCY"],
  [/\bonLook\b/, "onPoll"],
  [/\bmayWith\b/, "can"],
  [/\btakeInputs\b/, "assignInputs"],
  [/\bwholeNumber\b/, "number"],
  [/\btextList\b/, "stringList"],
  [/carry-out|\bcarryOut\b/, "execute plan"],
  [/\bprojects-meant\b|\bprojectsMeant\b/, "project resolver"],
  [/--thorough\b/, "nothing: everything is compared by default"],
  [/\bby way of\b/i, "via"],
  [/for a moment called/i, "via a temporary name"],
  [/\bdocument, for programs\b/i, "output as JSON"],
  [/\bput right\b/i, "corrected; the plan is blocked"],
  [/Look at this first/i, "Warnings"],
  [/["'`]not begun/i, "skipped"],
  [/\bnot any more\b/i, "removed"],
  [/no part of the app/i, "stale files"],
  [/half of a character/i, "unpaired surrogate"],
  [/says otherwise/i, "override with"],
  [/\bsomeone else (makes|made)/i, "out of band"],
  [/owns everything/i, "admin token"],
  [/How true it is/i, "API fidelity"],
  [/\btwin over HTTP/i, "HTTP equivalent"],
  [/look before asking/i, "verify before retrying"],
  [/it is no success/i, "unexpected status"],
  [/\bask(s|ed)? nobody\b/i, "skip interactive approval"],
  [/whole truth/i, "treat the code as authoritative"],
  [/teaches the rest/i, "run `tfprojects --help`"],
  [/\d %/, "percent without a space"],
];

interface Line {
  readonly place: string;
  readonly text: string;
}

function* linesIn(path: string): Generator<Line> {
  const full = join(ROOT, path);
  const files = path.includes(".")
    ? [path]
    : readdirSync(full, { recursive: true, encoding: "utf8" })
        .filter((file) => /\.(ts|md)$/.test(file))
        .map((file) => join(path, file));
  for (const file of files)
    for (const [index, text] of readFileSync(join(ROOT, file), "utf8").split("\n").entries())
      yield { place: `${file}:${index + 1}`, text };
}

const lines = PLACES.flatMap((place) => [...linesIn(place)]);

test("searches code and documents", () => expect(lines.length).toBeGreaterThan(20_000));

test.each(WORDS)("%s is not used: %s", (pattern) => {
  const found = lines.filter(({ text }) => pattern.test(text));
  expect(found.map(({ place, text }) => `${place}: ${text.trim()}`)).toEqual([]);
});

test("prose has at most 120 columns, tables and links aside", () => {
  const prose = lines.filter(({ place, text }) => place.includes(".md:") && !/^\s*\||https?:/.test(text));
  expect(prose.filter(({ text }) => text.length > 120).map(({ place }) => place)).toEqual([]);
});
