import { Client, credentials } from "@grpc/grpc-js";
import { Acme } from "../../support/acme";
import type { AttachedProvider } from "../../support/attached-provider";
import { attachProvider } from "../../support/tfprojects-provider";
import { HOSTS } from "./hosts";
import { replayCommands } from "./replay-commands";

let acme: Acme;
let attached: AttachedProvider;
beforeEach(async () => {
  acme = await Acme.start();
  attached = await attachProvider();
});
afterEach(async () => {
  await attached.stop();
  await acme.stop();
});

describe("the calls of a host, over gRPC, with a session for each launch", () => {
  it.each(HOSTS.map((host) => [host.name, host] as const))("work: %s", async (_, host) => {
    await replayCommands(host, acme, () => {
      // A channel for each, so that each has a connection of its own.
      const client = new Client(attached.hostPort, credentials.createInsecure(), {
        "grpc.use_local_subchannel_pool": 1,
      });
      return Promise.resolve({
        client,
        close: () => {
          client.close();
          return Promise.resolve();
        },
      });
    });
  });
});
