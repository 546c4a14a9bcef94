import { createHash } from "node:crypto";
import { suggestionsFor } from "../../../src/import/grouping/suggestions";
import { suggestionsAsPage } from "../../../src/import/grouping/suggestions-page";
import { wayText } from "../../../src/import/grouping/ways";
import type { Workspace } from "../../../src/model";
import { organization } from "../organizations";
import { LISTS, workspace } from "./name-lists";

const [project] = organization({ "Default Project": [] }).projects;

const page = (workspaces: readonly Workspace[]) =>
  suggestionsAsPage(
    suggestionsFor({ organization: "acme", project: project!, workspaces }),
    (way) => `write ${wayText(way)}`,
  );

/** The text that a reader sees, with everything opened. */
const textOf = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

const irregular = LISTS.find(({ style }) => style === "901 irregular names")!.workspaces;

test("a page has every name in each way, the rules, and the command for each way", () => {
  const text = textOf(page(irregular));
  const words = new Map<string, number>();
  for (const word of text.split(/[ ,]+/)) words.set(word, (words.get(word) ?? 0) + 1);
  expect(irregular.filter(({ name }) => (words.get(name) ?? 0) < 2)).toEqual([]);
  expect(text).toContain("901 workspaces of the default project, Default Project, in 2 ways");
  expect(text).toContain("word:1 by the first word of names 20 900 1 billing (45) rules");
  expect(text).toContain("word:1: by the first word of names; the same groups as word:-2 write word:1 billing 45 ");
  expect(text).toContain("Left 1 legacy word:2: by the second word of names; the same groups as word:-1 write word:2");
  expect(text).toContain("pay 45 *-pay, *-pay-*, *_pay_*, pay* api-pay, PAY_groups, us-east-1-pay-vault and 42 more");
});

test("lists have no rules, and the tag that would do it; without workspaces that are left, there is no card", () => {
  const { workspaces } = LISTS.find(({ style }) => style === "folders of one repository")!;
  const grouped = workspaces.filter(({ repository }) => repository?.folder !== undefined);
  const text = textOf(page(grouped));
  expect(text).toMatch(
    /write repository:folder repository:folder is written as lists: .* tag:project\. data 6 stack-10,/,
  );
  expect(text).not.toContain("Left 0");
});

test("it compares ways, and shows where those disagree that mostly agree", () => {
  const text = textOf(
    page(
      [
        "net-a1",
        "net-b1",
        "net-c1",
        "net-d1",
        "net-e1",
        "net-f1",
        "web-a1",
        "web-b1",
        "web-c1",
        "web-d1",
        "web-e1",
      ].map((name) => workspace(name, { tags: [{ key: "team", value: /f1|web/.test(name) ? "web" : "net" }] })),
    ),
  );
  expect(text).toContain("word:1 tag:team 10 1");
  expect(text).toContain("word:1 or tag:team net or web 1 workspace net-f1");
});

test("it has no script, makes no requests, and allows its own style only", () => {
  const html = page(irregular);
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  const [, policy = ""] = /Policy" content="(.*?)"/.exec(html) ?? [];
  expect(policy.replaceAll("&#39;", "'")).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`,
  );
  expect(html).not.toMatch(/<script|https?:|style="|url\(/);
});

test("names from outside are text", () => {
  const named = { ...project!, name: "<b>&amp;" };
  const html = suggestionsAsPage(
    suggestionsFor({ organization: '"><script>', project: named, workspaces: irregular }),
    () => "'<i>'",
  );
  expect(html).not.toMatch(/<script>|<b>&amp;|<i>/);
  expect(html).toContain('<h1 id="title">&#34;&#62;&#60;script&#62;</h1>');
  expect(html).toContain("&#60;b&#62;&#38;amp;");
});

test("without groups, it says how many workspaces there are", () => {
  expect(textOf(page([]))).toContain("acme 0 workspaces of the default project, Default Project, in 0 ways");
});
