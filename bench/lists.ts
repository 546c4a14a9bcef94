import { Agent, request } from "node:http";
import { RunningEmulator } from "./emulator";
import { table } from "./table";

const SIZES = [100, 1_000, 10_000, 100_000];
const ROUNDS = 40;

interface List {
  readonly title: string;
  readonly path: (holds100: string) => string;
  readonly readOnly?: boolean;
  /** Only the first page: the list is short. */
  readonly short?: boolean;
}

const PROJECTS = "/organizations/acme/projects?page%5Bsize%5D=100";
const WORKSPACES = "/organizations/acme/workspaces?page%5Bsize%5D=100";
const LISTS: readonly List[] = [
  { title: "projects", path: () => PROJECTS },
  { title: "projects, read-only token", path: () => PROJECTS, readOnly: true },
  { title: "projects, sort=name", path: () => `${PROJECTS}&sort=name` },
  { title: "projects, sort=-name", path: () => `${PROJECTS}&sort=-name` },
  {
    title: "projects, filter[names], 3",
    path: () => `${PROJECTS}&filter%5Bnames%5D=project-7,holds-100,PROJECT-50`,
    short: true,
  },
  { title: "projects, q (looks at each)", path: () => `${PROJECTS}&q=ject-` },
  { title: "projects, q, nothing found", path: () => `${PROJECTS}&q=nowhere`, short: true },
  { title: "projects, filter[permissions]", path: () => `${PROJECTS}&filter%5Bpermissions%5D%5Bupdate%5D=true` },
  { title: "workspaces", path: () => WORKSPACES },
  { title: "workspaces, sort=name", path: () => `${WORKSPACES}&sort=name` },
  {
    title: "workspaces, filter[project][id], 100",
    path: (id) => `${WORKSPACES}&filter%5Bproject%5D%5Bid%5D=${id}`,
    short: true,
  },
];

/**
 * Time for a page of 100, of lists of 100 to 100,000: the fastest of many, in milliseconds, and its growth. Filters
 * that examine every project grow with the number of projects.
 */
export async function lists(): Promise<string> {
  const times = new Map<string, number[]>();
  for (const size of SIZES) {
    const emulator = await RunningEmulator.start({ projects: size, workspaces: size });
    try {
      for (const [row, time] of await measure(emulator)) times.set(row, [...(times.get(row) ?? []), time]);
    } finally {
      await emulator.stop();
    }
  }
  const rows = [...times].map(([row, [least = 1, ...more]]) => {
    const all = [least, ...more];
    return [row, ...all.map((time) => time.toFixed(2)), (Math.max(...all) / least).toFixed(1)];
  });
  const head = [
    "ms for a page of 100; fastest of 40",
    ...SIZES.map((size) => size.toLocaleString("en-US")),
    "most / 100",
  ];
  return table(head, rows);
}

async function measure(emulator: RunningEmulator): Promise<Map<string, number>> {
  const { token, readOnlyToken } = emulator.about;
  const found = (await emulator.get("/organizations/acme/projects?filter%5Bnames%5D=holds-100")) as {
    readonly data: readonly { readonly id: string }[];
  };
  const times = new Map<string, number>();
  const warmUp = [PROJECTS, WORKSPACES].map((path) => emulator.url(path));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let round = 0; round < 300; round++) {
    for (const url of warmUp) await timed(agent, url, `Bearer ${token}`);
  }
  for (const { title, path, readOnly = false, short = false } of LISTS) {
    const url = emulator.url(path(found.data[0]?.id ?? ""));
    const authorization = `Bearer ${readOnly ? readOnlyToken : token}`;
    const { meta } = JSON.parse((await timed(agent, url, authorization)).text) as {
      readonly meta: { readonly pagination: { readonly "total-pages": number } };
    };
    const last = meta.pagination["total-pages"];
    const pages = short
      ? { "": 1 }
      : { ", first": 1, ", middle": Math.ceil(last / 2), ", last": Math.max(1, last - 1) };
    for (const [where, page] of Object.entries(pages)) {
      const rounds: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push((await timed(agent, `${url}&page%5Bnumber%5D=${page}`, authorization)).milliseconds);
      }
      times.set(`${title}${where}`, Math.min(...rounds));
    }
  }
  agent.destroy();
  return times;
}

function timed(
  agent: Agent,
  url: string,
  authorization: string,
): Promise<{ readonly milliseconds: number; readonly text: string }> {
  const start = process.hrtime.bigint();
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { authorization } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
        const text = Buffer.concat(parts).toString("utf8");
        if (response.statusCode === 200) resolve({ milliseconds, text });
        else reject(new Error(`GET ${url}: ${response.statusCode ?? 0} ${text}`));
      });
    })
      .on("error", reject)
      .end();
  });
}
