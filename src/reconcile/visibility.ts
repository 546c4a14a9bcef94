import { ForbiddenError, NotFoundError, type Client } from "../api";
import type { Organization } from "../model";
import { CoalescedRead } from "./coalesced-read";
import { NotFoundOrUnauthorizedError, NotVisibleError, OrganizationNotFoundError } from "./errors";
import { parsedProject, readProject, type ProjectReads } from "./project-reads";

/** Whether the token sees the default project, so that objects it does not find count as deleted: see `absence.ts`. */
export class Visibility {
  readonly #client: Client;
  readonly #name: string;
  readonly #projects: ProjectReads;
  readonly #organizationRead: CoalescedRead<Organization>;
  readonly #defaultProjectRead: CoalescedRead<boolean>;
  #organization: Promise<Organization> | undefined;
  #defaultProjectId: string | undefined;

  constructor(client: Client, name: string, projects: ProjectReads) {
    this.#client = client;
    this.#name = name;
    this.#projects = projects;
    this.#organizationRead = new CoalescedRead(async () => {
      const organization = await client.organizations.get(name);
      this.#defaultProjectId = organization.defaultProjectId;
      return organization;
    });
    this.#defaultProjectRead = new CoalescedRead(() => this.#readDefaultProject());
  }

  /** The ID of the default project, if the organization has been read. */
  get defaultProjectId(): string | undefined {
    return this.#defaultProjectId;
  }

  /** The organization, read once. @throws OrganizationNotFoundError */
  organization(): Promise<Organization> {
    this.#organization ??= this.#organizationRead.get().catch((error: unknown) => {
      this.#organization = undefined;
      throw error instanceof NotFoundError ? this.#organizationNotFound(error) : error;
    });
    return this.#organization;
  }

  /**
   * Confirms that an object that was not found may count as deleted: a read that starts afterwards returns the default
   * project. Concurrent calls share the read.
   *
   * @param what - What was not found: `Project prj-…`.
   * @param since - When the responses that lacked it began: if one of them contains the default project, no read is
   *   needed.
   * @throws NotFoundOrUnauthorizedError otherwise
   */
  async confirmAbsence(what: string, since?: number): Promise<void> {
    let isVisible: boolean;
    try {
      if (since !== undefined) {
        const { defaultProjectId } = await this.organization();
        if (this.#projects.wasSeenSince(defaultProjectId, since)) return;
      }
      isVisible = await this.#defaultProjectRead.get();
      // A token that does not see the organization either gets another error.
      if (!isVisible) await this.#organizationRead.get();
    } catch (cause) {
      throw isDenied(cause) ? NotFoundOrUnauthorizedError.of(what, this.#name, cause) : cause;
    }
    if (!isVisible) throw new NotVisibleError(what, this.#name);
  }

  /** Whether the token sees the default project; a token that may create projects does. */
  async seesDefaultProject(): Promise<boolean> {
    const { defaultProjectId, canCreateProjects } = await this.organization();
    if (canCreateProjects === true || this.#projects.peek(defaultProjectId) !== undefined) return true;
    return this.#defaultProjectRead.get();
  }

  /** Confirms that the organization exists, after one of its lists gave 404. @throws OrganizationNotFoundError */
  async confirmOrganization(): Promise<void> {
    try {
      // Read again, because the token may have lost access.
      await this.#organizationRead.get();
    } catch (cause) {
      throw isDenied(cause) ? this.#organizationNotFound(cause) : cause;
    }
  }

  async #readDefaultProject(): Promise<boolean> {
    const { defaultProjectId } = await this.organization();
    const start = this.#projects.now();
    try {
      this.#projects.record(parsedProject(await readProject(this.#client, defaultProjectId)), start);
      return true;
    } catch (error) {
      if (isDenied(error)) return false;
      throw error;
    }
  }

  #organizationNotFound(cause: unknown): OrganizationNotFoundError {
    return new OrganizationNotFoundError(this.#name, this.#client.address, cause);
  }
}

function isDenied(error: unknown): boolean {
  return (
    error instanceof NotFoundError || error instanceof ForbiddenError || error instanceof OrganizationNotFoundError
  );
}
