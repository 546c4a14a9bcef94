import type { Run } from "../model";
import { requireString, resource, singleResource } from "./document";
import type { Resource, ResourceObject } from "./document";
import { asObject, getBoolean } from "../json";
import { Operations } from "./operations";
import type { CallOptions } from "./request-executor";
import { requestPath } from "./request-path";

export const RUN_TYPE = "runs";

/**
 * Runs, read only.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run
 */
export class RunOperations extends Operations {
  /**
   * Reads a run.
   *
   * @throws NotFoundError
   */
  async get(id: string, options?: CallOptions): Promise<Resource<Run>> {
    const request = { method: "GET", path: requestPath`/runs/${id}`, idempotent: true } as const;
    return this.executor.request(request, options, (document) => parseRun(singleResource(document, RUN_TYPE, id)));
  }
}

export function parseRun(sent: ResourceObject): Resource<Run> {
  const { attributes } = sent;
  const run: Run = {
    id: sent.id,
    status: requireString(sent, "status"),
    isPlanOnly: getBoolean(attributes, "plan-only"),
    isConfirmable: getBoolean(asObject(attributes["actions"]), "is-confirmable"),
  };
  return resource(run, sent);
}
