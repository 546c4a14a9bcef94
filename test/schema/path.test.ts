import { formatPath, type AttributePath } from "../../src/schema";

test.each<[AttributePath, string]>([
  [["name"], "name"],
  [["tags", "a b", 0, "name"], 'tags["a b"][0].name'],
  [["rule", 2, "match_names", 0], "rule[2].match_names[0]"],
  [[], ""],
])("the path %j is %s, as in HCL", (path, text) => expect(formatPath(path)).toBe(text));
