import autocannon from "autocannon";
import type { RunningEmulator } from "./emulator";

export interface Load {
  readonly method: "GET" | "POST";
  /** Of the n-th request. */
  readonly path: (n: number) => string;
  readonly body?: (n: number) => string;
  /** The number of the first request. @default 0 */
  readonly from?: number;
  readonly connections: number;
  readonly seconds: number;
}

export interface Rate {
  readonly perSecond: number;
  /** Requests per CPU second of the emulator's process: the rate with a core of its own. */
  readonly perCpuSecond: number | undefined;
}

/** Sends requests as fast as they are answered. @throws Error when one is not answered with a success. */
export async function rate(emulator: RunningEmulator, load: Load): Promise<Rate> {
  const { method, connections, seconds } = load;
  let sent = load.from ?? 0;
  const cpu = emulator.cpuSeconds();
  const result = await autocannon({
    url: emulator.about.address,
    connections,
    duration: seconds,
    requests: [
      {
        method,
        headers: { ...emulator.headers },
        setupRequest: (request) => {
          const n = sent++;
          const body = load.body?.(n);
          return { ...request, path: `/api/v2${load.path(n)}`, ...(body === undefined ? {} : { body }) };
        },
      },
    ],
  });
  const spent = emulator.cpuSeconds();
  const answered = result["2xx"];
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests went wrong.`);
  return {
    perSecond: answered / result.duration,
    perCpuSecond: cpu === undefined || spent === undefined ? undefined : answered / (spent - cpu),
  };
}
