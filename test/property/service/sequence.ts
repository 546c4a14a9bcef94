import { applyEvent } from "../service-model/events";
import { respond } from "../service-model/service";
import { ModelState } from "../service-model/state";
import { difference } from "./comparison";
import type { Coverage } from "./coverage";
import { Random } from "./random";
import { EmulatorSide } from "./emulator-side";
import { randomEvent, initialEvents } from "./random-events";
import { Identities } from "./identities";
import { anyRequest } from "./requests";
import type { Step } from "./step";

/** Emulator and model disagree about the last of these steps. */
export interface Disagreement {
  readonly steps: readonly Step[];
  readonly difference: string;
}

const NOON = Date.UTC(2026, 0, 2, 12);

/** Runs a random sequence, each step based on the model's state. Returns undefined if both sides agree throughout. */
export async function runRandom(seed: number, requests: number, coverage: Coverage): Promise<Disagreement | undefined> {
  const random = new Random(seed);
  const done: Step[] = [];
  const sides = await Sides.start();
  try {
    for (const event of initialEvents(random)) done.push({ number: done.length + 1, event });
    for (const step of done) await sides.take(step);
    for (let sent = 0; sent < requests;) {
      const number = done.length + 1;
      const event = random.chance(0.25) ? randomEvent(random, sides.world, number) : undefined;
      const step: Step = event === undefined ? { number, ...anyRequest(random, sides.world) } : { number, event };
      done.push(step);
      if ("request" in step) sent++;
      const found = await sides.take(step, coverage);
      if (found !== undefined) return { steps: done, difference: found };
    }
    return undefined;
  } finally {
    await sides.stop();
  }
}

/** Runs the same steps again, or some of them, on new sides. */
export async function runAgain(steps: readonly Step[]): Promise<Disagreement | undefined> {
  const sides = await Sides.start();
  try {
    for (const [index, step] of steps.entries()) {
      const found = await sides.take(step);
      if (found !== undefined) return { steps: steps.slice(0, index + 1), difference: found };
    }
    return undefined;
  } finally {
    await sides.stop();
  }
}

/** The model and the emulator. */
class Sides {
  readonly world = new ModelState(NOON);

  private constructor(
    private readonly identities: Identities,
    private readonly emulator: EmulatorSide,
  ) {}

  static async start(): Promise<Sides> {
    const identities = new Identities();
    return new Sides(identities, await EmulatorSide.start(NOON, identities));
  }

  /** Takes the step on both sides. Returns the difference, if there is one. */
  async take(step: Step, coverage?: Coverage): Promise<string | undefined> {
    this.world.begin(step.number);
    if ("event" in step) {
      if (!applyEvent(this.world, step.event)) return undefined;
      try {
        this.emulator.perform(step.event, this.world.made);
        return undefined;
      } catch (error) {
        return `the emulator's control: ${String(error)}`;
      }
    }
    const expected = respond(this.world, step.request);
    coverage?.count(step.operation, expected.status);
    const real = await this.emulator.send(step.request).catch(String);
    if (typeof real === "string") return real;
    return difference(expected, real, this.identities, this.emulator.origin);
  }

  stop(): Promise<void> {
    return this.emulator.stop();
  }
}
