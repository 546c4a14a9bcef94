import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import ts from "typescript";
import * as vocabulary from ".";
import { shows } from ".";
import type { Id, Kind, Side, Statement } from "./statement";
import { titleOf } from "./titles";
import type { TestReference } from "./titles";

/** What a test shows. */
export interface Showing {
  /** A statement at its main test, or at other tests its ID. */
  readonly shown: Statement | Id;
  readonly side: Side;
  readonly test: TestReference;
}

const ROOT = join(__dirname, "../..");

/** What all tests show, by file and in the order of each file. */
export function collect(): readonly Showing[] {
  const paths = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" });
  return paths
    .map((path) => `test/${path.split(sep).join("/")}`)
    .filter((file) => file.endsWith(".ts") && !file.startsWith("test/fidelity/"))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, file), "utf8");
      return source.includes('/fidelity"') ? showingsIn(file, source) : [];
    });
}

/**
 * What the tests of a file show.
 *
 * @throws Error when there is no test at a call of `shows`, or when it has arguments that only running it would give
 */
export function showingsIn(file: string, text: string): readonly Showing[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Showing[] = [];
  const visit = (node: ts.Node): void => {
    const call = callOf(node);
    if (call === undefined) ts.forEachChild(node, visit);
    else found.push(...showingsOf(call, { file, runsIn: runsIn(file), titles: titlesAt(node) }));
  };
  visit(source);
  return found;
}

/** A call of `shows` or its like, or of a member such as `shows.field`. */
interface Call {
  readonly name: string;
  readonly member?: string;
  readonly values: readonly unknown[];
}

function callOf(node: ts.Node): Call | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const isMember = ts.isPropertyAccessExpression(expression);
  const name = (isMember ? expression.expression : expression).getText();
  if (!(name in SIDES_OF)) return undefined;
  return { name, values: node.arguments.map(valueOf), ...(isMember ? { member: expression.name.text } : {}) };
}

const SIDES_OF: Readonly<Record<string, (file: string) => readonly Side[]>> = {
  shows: (file) => [sideOf(file)],
  emulatorShows: () => ["emulator"],
  bothShow: () => ["emulator", "client"],
};

function sideOf(file: string): Side {
  if (file.startsWith("test/emulator/")) return "emulator";
  return /^test\/(api|contract)\//.test(file) ? "client" : "terraform";
}

function showingsOf({ name, member, values }: Call, test: TestReference): readonly Showing[] {
  const details = values.at(-1) as { readonly case?: string };
  const words = member === "case" ? (values[0] as string) : details.case;
  const its = words === undefined ? test : { ...test, words };
  return shownBy(member, values).flatMap((shown) =>
    SIDES_OF[name]!(test.file).map((side) => ({ shown, side, test: its })),
  );
}

function shownBy(member: string | undefined, values: readonly unknown[]): readonly (Statement | Id)[] {
  if (member === undefined) return values as readonly Id[];
  if (member === "case") return values.slice(1) as readonly Id[];
  const state = shows[member as Kind] as (...its: readonly unknown[]) => Statement;
  return [state(...values)];
}

/** The file of tests itself; otherwise, the one beside it that imports it. */
function runsIn(file: string): string {
  if (file.endsWith(".test.ts")) return file;
  const folder = dirname(file);
  const imported = `"./${basename(file, ".ts")}"`;
  const beside = existsSync(join(ROOT, folder)) ? readdirSync(join(ROOT, folder)) : [];
  const tests = beside.filter((it) => it.endsWith(".test.ts"));
  const found = tests.find((it) => readFileSync(join(ROOT, folder, it), "utf8").includes(imported));
  return `${folder}/${found ?? basename(file)}`;
}

/** Of the test or group after a call, or of the case in a table of objects that the call stands in. */
function titlesAt(node: ts.Node): readonly RegExp[] {
  const { parent } = node;
  if (ts.isArrayLiteralExpression(parent)) return titlesAt(parent);
  if (ts.isPropertyAssignment(parent)) {
    const title = parent.parent.properties.find((it) => it.name?.getText() === "title");
    if (title !== undefined && ts.isPropertyAssignment(title)) return [titleOf(title.initializer)];
  }
  const siblings = ts.isExpressionStatement(parent) ? (parent.parent as ts.Block).statements : undefined;
  const after = siblings?.slice(siblings.indexOf(parent as ts.ExpressionStatement) + 1) ?? [];
  const next = after.find((it) => !ts.isExpressionStatement(it) || callOf(it.expression) === undefined);
  if (next === undefined || !ts.isExpressionStatement(next) || !ts.isCallExpression(next.expression)) {
    throw problem(node, "there is no test after it");
  }
  return [...titlesAround(node), titleOf(next.expression.arguments[0])];
}

/** The titles of the groups around a call, from the outermost in. */
function titlesAround(node: ts.Node): readonly RegExp[] {
  if (ts.isSourceFile(node)) return [];
  const isGroup = ts.isCallExpression(node) && /^describe\b/.test(node.expression.getText());
  return [...titlesAround(node.parent), ...(isGroup ? [titleOf(node.arguments[0])] : [])];
}

/** The value of an argument: texts, objects of texts, and constants of test/fidelity. */
function valueOf(node: ts.Expression): unknown {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isBinaryExpression(node)) return `${valueOf(node.left) as string}${valueOf(node.right) as string}`;
  if (ts.isObjectLiteralExpression(node)) return Object.fromEntries(node.properties.map(entryOf));
  if (ts.isIdentifier(node) && node.text in vocabulary) return vocabulary[node.text as keyof typeof vocabulary];
  throw problem(node, `${node.getText()} is not known without running it`);
}

function entryOf(node: ts.ObjectLiteralElementLike): readonly [string, unknown] {
  if (!ts.isPropertyAssignment(node) || ts.isComputedPropertyName(node.name)) throw problem(node, "has no fixed name");
  return [node.name.text, valueOf(node.initializer)];
}

function problem(node: ts.Node, what: string): Error {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return new Error(`${source.fileName}:${line + 1}: shows: ${what}`);
}
