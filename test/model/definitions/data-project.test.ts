import { DATA_SOURCES } from "../../../src/model";
import { headlines, type Given } from "./validated";

test.each<[Given, readonly string[]]>([
  [{ project_id: "prj-1" }, []],
  [{ name: "Platform" }, []],
  [{ default: true }, []],
  [{ name: "Platform", default: false }, []],
  [{}, ["project_id: No project selected"]],
  [{ default: false }, ["project_id: No project selected"]],
  [{ default: undefined }, []],
  [{ name: undefined }, []],
  [{ name: "Platform", default: undefined }, []],
  [{ project_id: "prj-1", name: "Platform" }, ["name: More than one project selected"]],
  [{ name: "Platform", default: true }, ["default: More than one project selected"]],
  [{ project_id: "Platform" }, ["project_id: Invalid project_id"]],
  [{ name: "x" }, ["name: Invalid project name"]],
  [{ default: true, organization: "" }, ["organization: Invalid organization"]],
])("a project that is selected by %j has the problems %j", (given, problems) => {
  expect(headlines(DATA_SOURCES.tfprojects_project, given)).toEqual(problems);
});
