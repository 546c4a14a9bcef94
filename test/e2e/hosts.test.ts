import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { replayEveryCommand } from "../plugin/hosts/every-command";
import { HOSTS } from "../plugin/hosts/hosts";
import { Acme } from "../support/acme";
import { LaunchedProvider, terraformIdentity } from "../support/launched-provider";

const BUILT = resolve(__dirname, "../../dist/terraform-provider-tfprojects");

/** A launch of each takes a fifth of a second: `npm test` replays the newest of each, and the soak all. */
const REPLAYED = process.env["TFPROJECTS_HOSTS"] === "all" ? HOSTS : HOSTS.filter(({ protocol }) => protocol === 11);

describe("the calls of a host, with the provider as it is built", () => {
  let acme: Acme;
  const sockets = mkdtempSync(join(tmpdir(), "hosts-test-"));
  beforeEach(async () => (acme = await Acme.start()));
  afterEach(() => acme.stop());
  afterAll(() => rmSync(sockets, { recursive: true, force: true }));

  it.each(REPLAYED.map((host) => [host.name, host] as const))("work: %s", async (_, host) => {
    await replayEveryCommand(host, acme, async () => {
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
    });
  });
});
