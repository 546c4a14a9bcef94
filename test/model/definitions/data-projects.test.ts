import { DATA_SOURCES, LIST_RESOURCES } from "../../../src/model";
import { headlines, type Given } from "./validated";

test.each<[Given, readonly string[]]>([
  [{}, []],
  [{ names: ["Platform", undefined] }, []],
  [{ names: ["Platform", "x"] }, ["names[1]: Invalid name"]],
  [{ names: [], search: "" }, ["search: Conflicting configuration"]],
  [{ names: undefined, search: "p" }, []],
  [{ names: ["Platform"], search: undefined }, []],
  [{ organization: "" }, ["organization: Invalid organization"]],
])("projects that are filtered by %j have the problems %j, in a list resource, too", (given, problems) => {
  expect(headlines(DATA_SOURCES.tfprojects_projects, given)).toEqual(problems);
  expect(headlines(LIST_RESOURCES.tfprojects_project, given)).toEqual(problems);
});
