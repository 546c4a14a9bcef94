import { invalidRequestRate } from "../../model";
import type { ConfigurationProblem } from "../configuration-error";
import type { PlannedReferences } from "./planned-references";
import type { ConnectionConfiguration } from "./providers";
import type { TerraformPlan } from "../../terraform/plan";

/** The provider configurations in a Terraform plan, which includes only the values of constants and variables. */
export class PlannedProviders {
  readonly notices = new Set<string>();
  readonly problems: ConfigurationProblem[] = [];

  constructor(
    private readonly plan: Pick<TerraformPlan, "providers">,
    private readonly references: PlannedReferences,
  ) {}

  /** @param key - Which configuration, as the code of an object says. */
  organizationOf(key: string): string | undefined {
    return this.#argument(key, "organization");
  }

  /** @param key - Which configuration, as the code of an object says. */
  connectionOf(key: string): ConnectionConfiguration {
    return {
      address: this.#argument(key, "address") ?? null,
      hostname: this.#argument(key, "hostname") ?? null,
      token: this.#argument(key, "token") ?? null,
      requestsPerSecond: this.#requestRate(key),
    };
  }

  #requestRate(key: string): number | null {
    const name = "requests_per_second";
    const value = this.#argument(key, name);
    if (value === undefined) return null;
    const reason = invalidRequestRate(Number(value));
    const where = `${this.plan.providers.get(key)?.address ?? key}.${name}`;
    if (reason !== undefined) this.problems.push({ where, message: `\`${name}\` ${reason}.` });
    return Number(value);
  }

  /** Undefined also for an empty string, which the provider treats as not set. */
  #argument(key: string, name: string): string | undefined {
    const provider = this.plan.providers.get(key);
    const expression = provider?.arguments.get(name);
    if (provider === undefined || expression === undefined) return undefined;
    const value = this.references.valueOf(expression, provider.modulePath);
    if (typeof value === "string" || typeof value === "number") return value === "" ? undefined : String(value);
    if (value === null) return undefined;
    const where = `${provider.address}.${name}`;
    if (name === "token") {
      this.notices.add(`The plan does not have the value of ${where}. Using the token of the environment.`);
    } else {
      this.problems.push({ where, message: "The plan does not have its value. Use a literal value or a variable." });
    }
    return undefined;
  }
}
