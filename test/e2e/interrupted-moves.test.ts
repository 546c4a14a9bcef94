import { Gate, type GateRequest } from "../support/gate";
import { Deployment } from "../support/deployment";
import { casesInEachRun } from "../support/on-request";
import { describeWithTerraform, TerraformWorkspace } from "../support/terraform";
import { stageProvider } from "../support/tfprojects-provider";

let deployment: Deployment;
/** In the folder of the deployment, with the provider launched: the process that Ctrl-C interrupts. */
let launching: TerraformWorkspace;
let gate: Gate;
beforeEach(async () => {
  deployment = await Deployment.start();
  launching = new TerraformWorkspace(deployment.acme.environment, undefined, deployment.terraform.folder);
  stageProvider(launching);
  gate = await Gate.start(deployment.acme.emulator.address);
});
afterEach(async () => {
  await deployment.stop();
  await gate.stop();
});

const SOURCES = 3;

/**
 * Three projects of two workspaces each, one that takes all of them or none, and something that waits for all of these.
 */
function code(ids: readonly string[], where: "in sources" | "in target"): string {
  const inSources = where === "in sources";
  return `
    locals { ids = ${JSON.stringify(ids)} }
    resource "tfprojects_project" "source" {
      count = ${SOURCES}
      name  = "Source \${count.index}"
    }
    resource "tfprojects_workspace_membership" "source" {
      count         = ${SOURCES}
      project_id    = tfprojects_project.source[count.index].id
      workspace_ids = ${inSources ? "slice(local.ids, 2 * count.index, 2 * count.index + 2)" : "[]"}
    }
    resource "tfprojects_project" "target" { name = "Target" }
    resource "tfprojects_workspace_membership" "target" {
      project_id    = tfprojects_project.target.id
      workspace_ids = ${inSources ? "[]" : "local.ids"}
    }
    resource "terraform_data" "last" {
      input      = "${where}"
      depends_on = [tfprojects_workspace_membership.source, tfprojects_workspace_membership.target]
    }
  `;
}

const isMove = ({ method, path }: GateRequest): boolean =>
  method === "POST" && path.endsWith("/relationships/workspaces");

/** Ids of the workspaces that a request moves. */
function moved({ body }: GateRequest): readonly string[] {
  return (JSON.parse(body) as { data: { id: string }[] }).data.map(({ id }) => id);
}

describeWithTerraform("an apply that is interrupted while workspaces are moved", () => {
  test.each(
    casesInEachRun(1, [
      ["before", "-parallelism=10"],
      ["after", "-parallelism=10"],
      ["before", "-parallelism=1"],
      ["after", "-parallelism=1"],
    ] as const),
  )(
    "%s the first move is done, with %s, leaves each workspace in its old, new or default project; the next apply " +
      "completes the moves",
    async (moment, parallelism) => {
      const { acme, terraform } = deployment;
      const ids = acme.addWorkspaces(2 * SOURCES);
      deployment.code(code(ids, "in sources"));
      await launching.init();
      await deployment.apply();
      deployment.code(code(ids, "in target"));

      const moves: GateRequest[] = [];
      let open = (): void => undefined;
      const opened = new Promise<void>((resolve) => (open = resolve));
      const held = new Promise<void>((resolve) => {
        const hold = async (request: GateRequest): Promise<void> => {
          if (!isMove(request)) return;
          resolve();
          await opened;
        };
        gate.keeper = {
          before: (request) => {
            if (isMove(request)) moves.push(request);
            return moment === "before" ? hold(request) : undefined;
          },
          after: (request) => (moment === "after" ? hold(request) : undefined),
        };
      });
      const env = { TFE_ADDRESS: gate.address, TF_LOG_PROVIDER: "trace" };
      const running = launching.start(["apply", "-auto-approve", "-input=false", parallelism], { env });
      await Promise.race([held, running.done]);
      running.interrupt();
      // The provider was told; only now may what it has begun go on.
      await running.said("rpc=StopProvider");
      open();
      const interrupted = await running.done;
      expect(interrupted.status).toBe(1);

      // What was under way has ended, and nothing was begun after it.
      expect(moves.flatMap(moved).length).toBe(new Set(moves.flatMap(moved)).size);
      const { world } = acme;
      for (const [index, id] of ids.entries()) {
        const name = `workspace-${index}`;
        const wasMoved = moves.some((move) => moved(move).includes(id));
        const may = wasMoved ? ["Target", "Default Project"] : [`Source ${Math.floor(index / 2)}`];
        expect(may).toContain(Object.keys(world).find((project) => world[project]!.includes(name)));
      }

      await terraform.succeed(["apply", "-auto-approve", "-input=false", parallelism], {
        env: { TFE_ADDRESS: gate.address },
      });
      expect(acme.world["Target"]).toHaveLength(2 * SOURCES);
      await deployment.expectSettled();
      // What stood at its goal was not touched again, and nothing took another way than by the default project.
      for (const id of ids) {
        const way = moves.filter((move) => moved(move).includes(id)).map(({ path }) => path);
        expect(way.at(-1)).toContain(acme.project("Target")!.id);
        expect(way.length).toBeLessThanOrEqual(2);
        if (way.length === 2) expect(way[0]).toContain(acme.defaultProjectId);
      }
    },
  );
});
