import { Proxy } from "../faults/proxy";
import type { InProcessTerraform } from "../in-process-terraform";
import type { Acme } from "../support/acme";

/** A deployed app, whose token is about to lose rights: before a command, or at one of its requests. */
export abstract class LosingRights {
  #requests = 0;
  #proxy!: Proxy;

  /** @param request - Number of the request at whose arrival rights are lost; 0 for before the command. */
  protected constructor(
    readonly acme: Acme,
    readonly terraform: InProcessTerraform,
    private readonly request: number,
  ) {}

  /** Takes the rights. */
  protected abstract lose(): void;

  /** Runs something with a proxy between it and the service. */
  async use(run: (it: this) => Promise<void>): Promise<void> {
    if (this.isBefore) this.lose();
    this.#proxy = await Proxy.start(this.acme.emulator.address, () => {
      this.#requests += 1;
      if (this.#requests === this.request) this.lose();
      return "answer";
    });
    try {
      await run(this);
    } finally {
      await this.#proxy.stop();
      await this.acme.stop();
    }
  }

  /** Whether the token lost rights before the command. */
  get isBefore(): boolean {
    return this.request === 0;
  }

  get hasLost(): boolean {
    return this.#requests >= this.request;
  }

  get address(): string {
    return this.#proxy.address;
  }
}
