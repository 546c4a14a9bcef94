import type { TaskResultOutcomeRecord } from "../store/records";
import type { Resource } from "./resource";
import { identifier } from "./resource";

/** A detailed result of a run task. The format of tags is that of the OpenAPI description. */
export function taskResultOutcomeResource(outcome: TaskResultOutcomeRecord): Resource {
  const self = `/api/v2/task-result-outcomes/${outcome.id}`;
  return {
    id: outcome.id,
    type: "task-result-outcomes",
    attributes: {
      "outcome-id": outcome.outcomeId,
      description: outcome.description,
      tags: Object.entries(outcome.tags).map(([label, value]) => ({ label, value })),
      url: outcome.url,
      "created-at": outcome.createdAt,
    },
    relationships: { "task-result": { data: identifier("task-results", outcome.taskResultId) } },
    links: { self, ...(outcome.body === null ? {} : { body: `${self}/body` }) },
  };
}
