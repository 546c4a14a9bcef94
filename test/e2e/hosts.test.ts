import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { COMMANDS, HOSTS, type CommandName } from "../plugin/hosts/hosts";
import { replayCommands } from "../plugin/hosts/replay-commands";
import { Acme } from "../support/acme";
import { LaunchedProvider, terraformIdentity } from "../support/launched-provider";
import { RUNS_ALL } from "../support/on-request";

const BUILT = resolve(__dirname, "../../dist/terraform-provider-tfprojects");

/** Each launch takes a fifth of a second: `npm test` replays the newest protocol only. */
const REPLAYED = RUNS_ALL ? HOSTS : HOSTS.filter(({ protocol }) => protocol === 11);
const NAMES: readonly CommandName[] = RUNS_ALL ? COMMANDS : ["create", "update", "query"];

describe("the calls of a host, with the provider as it is built", () => {
  let acme: Acme;
  const sockets = mkdtempSync(join(tmpdir(), "hosts-test-"));
  beforeEach(async () => (acme = await Acme.start()));
  afterEach(() => acme.stop());
  afterAll(() => rmSync(sockets, { recursive: true, force: true }));

  it.each(REPLAYED.map((host) => [host.name, host] as const))("work: %s", async (_, host) => {
    const launch = async () => {
      const launched = new LaunchedProvider(BUILT, { PLUGIN_UNIX_SOCKET_DIR: sockets });
      const client = await launched.client(terraformIdentity);
      return {
        client,
        close: async () => {
          client.close();
          launched.child.kill("SIGTERM");
          await launched.closed;
        },
      };
    };
    await replayCommands(host, acme, launch, NAMES);
  });
});
