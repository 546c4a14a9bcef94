import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { asHtml } from "../../../../src/engine/report/html/page";
import { driftFor } from "../organization";
import { anyCharacter, casesOf, fc } from "../../../support/property";

// In a browser: test/e2e/on-request/report-pages.
describe("the source of the page of drift", () => {
  test("has every name as text, whatever its characters, and allows no script", () => {
    const name = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...Array.from("<>&\"'`=/!- \nab;#x")), minLength: 1, maxLength: 20 }),
      fc.constantFrom("</style>", "</script>", "<!--", "&lt;", "]]>", "\u0000", '" onfocus="alert(1)'),
    );
    /** Elements and attribute names, without values and texts. */
    const shapeOf = (node: DefaultTreeAdapterTypes.Node): unknown => [
      node.nodeName,
      "attrs" in node ? node.attrs.map((attribute) => attribute.name) : [],
      "childNodes" in node ? node.childNodes.filter(({ nodeName }) => nodeName !== "#text").map(shapeOf) : [],
    ];
    const page = (workspace: string, project: string, description: string): string =>
      asHtml([
        driftFor(
          [
            { name: "Default Project", workspaces: [workspace], id: "prj-1" },
            { name: project, id: "prj-2", workspaces: [`${workspace}2`] },
          ],
          [{ name: "Data", description, workspaces: [workspace] }],
        ),
      ]);
    const shape = shapeOf(parse(page("a", "b", "c")));
    fc.assert(
      fc.property(name, name, name, (workspace, project, description) => {
        fc.pre(!["data", "default project"].includes(project.toLowerCase()));
        const source = page(workspace, project, description);
        expect(shapeOf(parse(source))).toEqual(shape);
        expect(source).not.toContain("script-src");
      }),
      { numRuns: casesOf(100) },
    );
  });
});
