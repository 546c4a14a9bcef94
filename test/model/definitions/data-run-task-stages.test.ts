import { DATA_SOURCES } from "../../../src/model";
import { headlines, type Given } from "./validated";

const COMBINATION = "Invalid attribute combination";

test.each<[Given, readonly string[]]>([
  [{ run_id: "run-1" }, []],
  [{ workspace_id: "ws-1" }, []],
  [{ workspace_name: "api", organization: "acme" }, []],
  [{}, ["run_id: No run selected"]],
  [{ workspace_id: undefined }, []],
  [{ run_id: "run-1", workspace_name: "api" }, ["workspace_name: More than one run selected"]],
  [{ run_id: "ts-1" }, ["run_id: Invalid run_id"]],
  [{ workspace_id: "api" }, ["workspace_id: Invalid workspace_id"]],
  [{ workspace_name: "" }, ["workspace_name: Invalid workspace_name"]],
  [{ workspace_name: "a b" }, ["workspace_name: Invalid workspace_name"]],
  [{ workspace_name: "api", organization: "" }, ["organization: Invalid organization"]],
  [{ run_id: "run-1", organization: "acme" }, [`organization: ${COMBINATION}`]],
  [{ run_id: "run-1", organization: undefined }, []],
  [{ organization: "acme", workspace_name: undefined }, []],
  [{ run_id: "run-1", advisory_failures: "ignore" }, ["advisory_failures: Invalid advisory_failures"]],
])("a run that is selected by %j has the problems %j", (given, problems) => {
  expect(headlines(DATA_SOURCES.tfprojects_run_task_stages, given)).toEqual(problems);
});

test.each<[unknown, unknown, readonly string[]]>([
  [true, 5, []],
  [true, 0.5, []],
  [true, 0, ["Invalid timeout_seconds"]],
  [true, -1, ["Invalid timeout_seconds"]],
  [true, Infinity, ["Invalid timeout_seconds"]],
  [true, NaN, ["Invalid timeout_seconds"]],
  [false, 5, [COMBINATION]],
  [null, 5, [COMBINATION]],
  [undefined, 5, []],
  [null, undefined, []],
  [false, null, []],
])("waiting (%j) at most %j seconds has the problems %j", (waits, seconds, problems) => {
  const given = { run_id: "run-1", wait_for_completion: waits, timeout_seconds: seconds };
  expect(headlines(DATA_SOURCES.tfprojects_run_task_stages, given)).toEqual(
    problems.map((summary) => `timeout_seconds: ${summary}`),
  );
});
