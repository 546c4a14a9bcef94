import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { RunTaskRequest } from "./run-task-request";

/** Posts to a run task and returns the status. Redirects are not followed. @throws the network's error */
export function postRunTask(address: string, { headers, body }: RunTaskRequest, signal: AbortSignal): Promise<number> {
  const request = new URL(address).protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // Without an agent the connection closes afterwards, so that none outlives the emulator.
    const options = {
      method: "POST",
      agent: false,
      signal,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
    };
    const outgoing = request(address, options, (answer) => {
      // Only the status counts.
      answer.on("error", () => undefined).resume();
      resolve(answer.statusCode ?? 0);
    });
    outgoing.on("error", reject).end(body);
  });
}
