/** A comment on a pull request. */
interface Comment {
  readonly id: number;
  readonly body: string;
}

/** The comments of a pull request, by the REST API that GitHub, Gitea and Forgejo have in common. */
export class PullRequest {
  /**
   * @param address - Of the API: `https://api.github.com`.
   * @param repository - `owner/name`
   */
  constructor(
    private readonly address: string,
    private readonly token: string,
    private readonly repository: string,
    private readonly number: number,
  ) {}

  /** Writes a comment, or updates the one that has the same marker. */
  async comment(marker: string, text: string): Promise<"created" | "updated"> {
    const body = `${marker}\n${text}`;
    const own = await this.#findComment(marker);
    if (own === undefined) await this.#send("POST", `issues/${this.number}/comments`, { body });
    else await this.#send("PATCH", `issues/comments/${own.id}`, { body });
    return own === undefined ? "created" : "updated";
  }

  async #findComment(marker: string): Promise<Comment | undefined> {
    for (let page = 1; ; page++) {
      const path = `issues/${this.number}/comments?per_page=100&page=${page}`;
      const comments = (await this.#send("GET", path)) as readonly Comment[];
      const own = comments.find(({ body }) => body.startsWith(marker));
      if (own !== undefined || comments.length < 100) return own;
    }
  }

  async #send(method: string, path: string, content?: object): Promise<unknown> {
    const response = await fetch(`${this.address}/repos/${this.repository}/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json" },
      ...(content === undefined ? {} : { body: JSON.stringify(content) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: the forge responded ${response.status}.`);
    return response.json();
  }
}
