import { arrayOf, nullable, object, oneOf, record, string } from "../decode";
import { attribute } from "../engine/attribute";
import type { Kind, RecordOf, ServiceRequest } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { visible } from "../engine/path";
import { toOne } from "../engine/relation";
import { notFound } from "../errors";
import type { RouteResult } from "../http/route";

/** Severity levels of a tag of an outcome. */
export const TAG_LEVELS = ["none", "info", "warning", "error"] as const;

const definition = shape({
  type: "task-result-outcomes",
  label: "Task result outcome",
  prefix: "taskro-",
  parameter: "outcome",
  parent: "taskResult",
  attributes: {
    /** The ID that the run task gave it. */
    outcomeId: attribute(string),
    description: attribute(string),
    url: attribute(nullable(string), { initial: null }),
    createdAt: attribute(string, { stamp: "created" }),
  },
  relations: { taskResult: toOne("task-results") },
  members: {
    /** Markdown. */
    body: nullable(string),
    labels: record(arrayOf(object({ label: string, level: oneOf(TAG_LEVELS) }))),
  },
});

export type TaskResultOutcomeRecord = RecordOf<typeof definition>;

const ITEM = "/task-result-outcomes/:outcome";
const pathOf = ({ id }: TaskResultOutcomeRecord): string => `/api/v2/task-result-outcomes/${id}`;

/** Outcomes: the detailed results of run tasks. */
export const taskResultOutcomes: Kind<TaskResultOutcomeRecord> = kind(definition, {
  access: { read: "read" },
  items: [ITEM],
  collection: "/task-results/:taskResult/outcomes",
  list: {},
  computed: {
    // The format is that of the OpenAPI description.
    tags: { value: (_, { labels }) => Object.entries(labels).map(([label, value]) => ({ label, value })) },
  },
  links: (_, it) => ({ self: pathOf(it), ...(it.body === null ? {} : { body: `${pathOf(it)}/body` }) }),
  // Outcomes link to their body; the path of the link is our choice.
  routes: [{ method: "GET", path: `${ITEM}/body`, handle: showBody }],
});

function showBody(request: ServiceRequest): RouteResult {
  const { id, body } = visible(request, taskResultOutcomes);
  if (body === null) throw notFound(`A body of outcome ${id}`);
  return { status: 200, text: body, type: "text/markdown" };
}
