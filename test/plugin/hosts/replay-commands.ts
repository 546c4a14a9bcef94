import type { Acme } from "../../support/acme";
import { COMMANDS, type CommandName, type Host } from "./hosts";
import { ReplayedHost, type Connection, type Situation } from "./replay";

/** Replays commands of a host, and checks what each of them leaves in its state and in the organization. */
export async function replayCommands(
  host: Host,
  acme: Acme,
  connect: () => Promise<Connection>,
  names: readonly CommandName[] = COMMANDS,
): Promise<void> {
  const { address, token } = acme.emulator;
  const replayed = new ReplayedHost(host, { address, token, organization: "acme" }, connect);
  const renamed = { name: "Renamed", description: "Shared" };
  const idOf = (name: string) => acme.project(name)!.id;
  const identityOf = (id: string) => (host.hasIdentities ? { id, hostname: new URL(address).host } : null);

  const commands: Readonly<Record<CommandName, readonly [() => Situation, () => void]>> = {
    create: [
      () => ({ config: { name: "Platform" } }),
      () => {
        const id = idOf("Platform");
        expect(replayed.stored).toMatchObject({ values: { id, description: null }, identity: identityOf(id) });
      },
    ],
    update: [
      () => ({ config: renamed }),
      () => {
        expect(acme.project("Renamed")).toMatchObject({ description: "Shared" });
        expect(replayed.stored).toMatchObject({ values: renamed, identity: identityOf(idOf("Renamed")) });
      },
    ],
    unchanged: [() => ({ config: renamed }), () => expect(replayed.isSettled).toBe(true)],
    import: [
      () => ({ config: renamed, importId: idOf("Renamed") }),
      () => {
        expect(replayed.isSettled).toBe(true);
        expect(replayed.stored?.identity).toEqual(identityOf(idOf("Renamed")));
      },
    ],
    importByIdentity: [
      () => ({ config: renamed, importIdentity: { id: idOf("Renamed"), hostname: null } }),
      () => {
        expect(replayed.isSettled).toBe(true);
        expect(replayed.stored?.identity).toEqual(identityOf(idOf("Renamed")));
      },
    ],
    move: [
      () => ({
        config: renamed,
        moved: { id: idOf("Renamed"), organization: "acme", tags: {}, ignore_additional_tags: false, ...renamed },
      }),
      () => {
        expect(replayed.isSettled).toBe(true);
        expect(Buffer.from(replayed.stored!.private)).toHaveLength(0);
        expect(replayed.stored?.identity).toEqual(identityOf(idOf("Renamed")));
      },
    ],
    query: [
      () => ({ config: renamed }),
      () => {
        expect(replayed.listed.map(({ displayName }) => displayName).sort()).toEqual(["Default Project", "Renamed"]);
        expect(replayed.listed).toContainEqual({
          displayName: "Renamed",
          identity: identityOf(idOf("Renamed")),
          state: expect.objectContaining({ ...renamed, deletion_policy: "refuse" }),
        });
      },
    ],
    function: [() => ({ config: renamed }), () => undefined],
    destroy: [
      () => ({ config: renamed }),
      () => {
        expect(replayed.stored).toBeNull();
        expect(acme.project("Renamed")).toBeUndefined();
      },
    ],
  };
  for (const name of names) {
    const command = host.commands[name];
    if (command === undefined) continue;
    const [situation, check] = commands[name];
    await replayed.run(command, situation());
    check();
  }
  expect([...new Set(replayed.identitySchemas)]).toEqual(host.hasIdentities ? ["tfprojects_project"] : []);
}
