import { Proxy } from "../faults/proxy";

/** A proxy in front of a service, which a token loses its rights to: before a command, or at one of its requests. */
export class LosingRights {
  readonly #proxy: Proxy;
  readonly #hasLost: () => boolean;

  private constructor(proxy: Proxy, hasLost: () => boolean) {
    this.#proxy = proxy;
    this.#hasLost = hasLost;
  }

  /**
   * @param request - Number of the request at whose arrival rights are lost; 0 for before the command.
   * @param lose - Takes the rights.
   */
  static async start(address: string, request: number, lose: () => void): Promise<LosingRights> {
    let requests = 0;
    if (request === 0) lose();
    const proxy = await Proxy.start(address, () => {
      requests += 1;
      if (requests === request) lose();
      return "answer";
    });
    return new LosingRights(proxy, () => requests >= request);
  }

  get address(): string {
    return this.#proxy.address;
  }

  get hasLost(): boolean {
    return this.#hasLost();
  }

  async stop(): Promise<void> {
    await this.#proxy.stop();
  }
}
