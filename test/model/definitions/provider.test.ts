import { providerDefinition } from "../../../src/model";
import { headlines, type Given } from "./validated";

const [HOST, ADDRESS] = ["tfe.example.com", "https://tfe.example.com"];

test.each<[Given, readonly string[]]>([
  [{}, []],
  [{ hostname: HOST, address: ADDRESS }, ["hostname: Conflicting configuration"]],
  [{ hostname: HOST, address: "" }, []],
  [{ hostname: "", address: ADDRESS }, []],
  [{ hostname: HOST, address: undefined }, []],
  [{ hostname: undefined, address: ADDRESS }, []],
  [{ requests_per_second: 1 }, []],
  [{ requests_per_second: 0 }, ["requests_per_second: Invalid requests_per_second"]],
  [{ requests_per_second: undefined }, []],
])("a provider with %j has the problems %j", (given, problems) => {
  expect(headlines(providerDefinition, given)).toEqual(problems);
});
