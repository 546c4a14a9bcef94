import type { ConfigurationFile } from "../../src/migrate/code";
import { applyEdits, replace, withoutOverlap } from "../../src/migrate/edits";
import { scanHcl } from "../../src/terraform/hcl-scanner";
import { casesOf, fc, SEED } from "../support/property";

/** A piece of a file: text, or a reference whose first name has this one. */
type Piece = string | { readonly root: string; readonly next: string };

/** Pieces where some names are those of variables around them. */
type Code = (variables: ReadonlySet<string>) => readonly Piece[];

const NAMES = ["tfe_project", "tfe_workspace", "local", "größe"] as const;
const name = fc.constantFrom(...NAMES);
const member = fc.constantFrom("a", "platform", "b-c");
const blank = fc.constantFrom("", " ", " /* tfe_project.no } ] */ ", "\t");
const space = fc.constantFrom(" ", "\n", " # tfe_project.no ] }\n", " // ${\r\n", " /* \n tfe_project.no */ ", "\r\n");

const text =
  (value: string): Code =>
  () => [value];
const joined =
  (codes: readonly Code[]): Code =>
  (variables) =>
    codes.flatMap((code) => code(variables));

/** A reference; with lines where they are allowed. */
const reference = fc.tuple(name, blank, blank, member).map(([root, before, after, next]): Code => (variables) => [
  variables.has(root) ? root : { root, next },
  `${before}.${after}${next}`,
]);

const literal = fc
  .constantFrom("1", "1.5e3", "null", '"tfe_project.no \\" # $${tfe_project.no} %%{ for"', '"}"')
  // A lone name is a reference of one name, which is not looked at here.
  .map(text);

const { expression } = fc.letrec<{ expression: Code; template: Code }>((tie) => {
  const nested = tie("expression");
  const list = fc
    .array(fc.tuple(space, nested, space), { maxLength: 3 })
    .map((items) =>
      joined([text("["), ...items.flatMap(([a, item, b]) => [text(a), item, text(b), text(",")]), text("]")]),
    );
  const object = fc
    .array(fc.tuple(nested, fc.constantFrom("\n", ", ", " # tfe_project.no\n")), { maxLength: 3 })
    .map((items) =>
      joined([text("{ "), ...items.flatMap(([item, end]) => [text("key = "), item, text(end)]), text("}")]),
    );
  const call = fc
    .tuple(nested, space, nested)
    .map(([a, between, b]) => joined([text("f("), a, text(`,${between}`), b, text(")")]));
  const condition = fc
    .tuple(nested, nested, nested)
    .map(([a, b, c]) => joined([text("("), a, text(" ? "), b, text(" : "), c, text(")")]));
  const loop = fc
    .tuple(name, fc.option(name), space, nested, nested, fc.boolean(), fc.boolean())
    .map(([value, key, between, collection, result, isObject, isConditional]): Code => (variables) => {
      const inside = new Set([...variables, value, ...(key === null ? [] : [key])]);
      const header = `for${between} ${key === null ? "" : `${key} , `}${value} in `;
      return [
        isObject ? `{${between}` : `[${between}`,
        header,
        ...collection(variables),
        ...(isConditional ? [" == null ? [] : ", ...collection(variables)] : []),
        between,
        ": ",
        ...(isObject ? [...result(inside), " => "] : []),
        ...result(inside),
        isObject ? "... }" : " ]",
      ];
    });
  const directive = (lineEnd: string) =>
    fc
      .tuple(name, nested, tie("template"), fc.constantFrom("", "~"))
      .map(([value, collection, body, strip]): Code => (variables) => [
        `%{${strip} for ${value} in `,
        ...collection(variables),
        ` ${strip}}${lineEnd}`,
        ...body(new Set([...variables, value])),
        `%{${strip} endfor ${strip}}`,
      ]);
  const template = fc
    .array(
      fc.oneof(
        { depthSize: "small" },
        fc.constantFrom("tfe_project.no ", "$${tfe_project.no} ", "# } ] ", "%%{ x } ").map(text),
        fc.tuple(space, nested).map(([before, it]) => joined([text(`\${${before}`), it, text(" }")])),
        directive(""),
      ),
      { maxLength: 3 },
    )
    .map(joined);
  const string = template.map((it) => joined([text('"'), it, text('"')]));
  const heredoc = fc
    .tuple(fc.constantFrom("<<EOT\n", "<<-EOT\r\n"), fc.array(tie("template"), { maxLength: 3 }))
    .map(([opening, lines]) =>
      // In brackets, something can follow.
      joined([text(`f(${opening}`), ...lines.flatMap((line) => [text('  " '), line, text("\n")]), text("  EOT\n)")]),
    );
  return {
    expression: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      reference,
      literal,
      list,
      object,
      call,
      condition,
      loop,
      string,
      heredoc,
    ),
    template,
  };
});

const { body } = fc.letrec<{ body: Code }>((tie) => ({
  body: fc
    .array(
      fc.oneof(
        { depthSize: "small" },
        fc
          .tuple(blank, expression, fc.constantFrom("\n", "\r\n", " # tfe_project.no\n", " // no\r\n"))
          .map(([before, value, end]) => joined([text(`key =${before} `), value, text(end)])),
        tie("body").map((inner) => joined([text('block "tfe_project" "no" {\n'), inner, text("}\r\n")])),
        fc.constantFrom("\n", "# tfe_project.no\n", "/* tfe_project.no\n */\n").map(text),
      ),
      { maxLength: 4 },
    )
    .map(joined),
}));

/** Joins pieces, and says where the references begin. */
function assemble(pieces: readonly Piece[]): {
  readonly text: string;
  readonly references: readonly { readonly root: string; readonly next: string; readonly start: number }[];
} {
  const references: { readonly root: string; readonly next: string; readonly start: number }[] = [];
  let written = "";
  for (const piece of pieces) {
    if (typeof piece === "string") {
      written += piece;
    } else {
      references.push({ ...piece, start: written.length });
      written += piece.root;
    }
  }
  return { text: written, references };
}

const files = body.map((code) => assemble(code(new Set())));

test(`the references of any file are found, and no others (TFPROJECTS_SEED=${SEED})`, () => {
  let found = 0;
  fc.assert(
    fc.property(files, ({ text: written, references }) => {
      const scanned = scanHcl(written).references.filter(({ next }) => next !== undefined);
      expect(scanned.map(({ root, next, start }) => ({ root, next, start }))).toEqual(references);
      for (const { root, start, end } of scanned) expect(written.slice(start, end)).toBe(root);
      found += references.length;
    }),
    { numRuns: casesOf(500) },
  );
  expect(found).toBeGreaterThan(casesOf(500));
});

test(`edits of references leave all other bytes as they were (TFPROJECTS_SEED=${SEED})`, () => {
  fc.assert(
    fc.property(body, (code) => {
      const pieces = code(new Set());
      const { text: written } = assemble(pieces);
      const file: ConfigurationFile = { ...scanHcl(written), path: "main.tf" };
      const edits = file.references
        .filter(({ root, next }) => root === "tfe_project" && next !== undefined)
        .map((reference) => replace(file, reference, "tfprojects_project", { what: "rename" }));
      const renamed = pieces.map((piece) =>
        typeof piece === "string" || piece.root !== "tfe_project" ? piece : { ...piece, root: "tfprojects_project" },
      );
      expect(applyEdits(written, withoutOverlap([...edits].reverse()))).toBe(assemble(renamed).text);
    }),
    { numRuns: casesOf(500) },
  );
});
