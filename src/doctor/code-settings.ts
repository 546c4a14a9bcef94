import { resolve } from "node:path";
import type { Environment } from "../api";
import { CDK_APP, nameKey, type AssignmentType } from "../model";
import {
  ConfigurationError,
  appIn,
  checkOrganizationUsed,
  organizationKey,
  readModules,
  readPlan,
  readSource,
  readTerraformJson,
  withHostTokens,
  type OrganizationsInCode,
  type DefaultOrganization,
} from "../engine/source";
import type { DesiredOrganization } from "../engine";
import { readCdktfConfiguration } from "../terraform/cdk-app";
import { readSavedPlan } from "../engine/document/saved-plan";
import { readTerraformPlan } from "../terraform/plan-file";
import { readable } from "../terraform/unsupported-document";
import { UserError } from "../user-error";
import { shownSource } from "../source";
import { failed, passed, skipped, warning, type Check } from "./check";
import { tryRead } from "./try-read";

/** A service, and the organizations of it that are used. */
export interface ServiceSettings {
  readonly address?: string | undefined;
  readonly hostname?: string | undefined;
  readonly token?: string | undefined;
  readonly requestsPerSecond?: number | undefined;
  readonly organizations: readonly OrganizationSetting[];
}

export interface OrganizationSetting {
  readonly name: string;
  /** The setting it comes from. */
  readonly source: string;
  /** The kinds of objects that the code assigns to its projects. @default none */
  readonly assignments?: ReadonlySet<AssignmentType> | undefined;
  /** What the code manages. @default not known */
  readonly manages?: ReadonlySet<Managed> | undefined;
}

/** What code manages, apart from assignments: projects, and which workspaces are in them. */
export type Managed = "projects" | "workspaces";

/** The connection settings of the code in a folder. */
interface CodeSettings {
  readonly check: Check;
  /** At least one: that of the environment if the code has none. */
  readonly services: readonly ServiceSettings[];
}

/**
 * The connections that the code configures, from its last synth: the app is not run. If there is no code, or it cannot
 * be read, those of the environment.
 *
 * @param path - `-` for a Terraform plan on stdin.
 */
export async function readCodeSettings(
  path: string,
  defaultOrganization: DefaultOrganization | undefined,
  env: Environment,
): Promise<CodeSettings> {
  const fromEnvironment = { organizations: defaultOrganization === undefined ? [] : [defaultOrganization] };
  const services = [fromEnvironment];
  const values = { path };
  try {
    const { what, ...code } = await readCode(path, defaultOrganization, env);
    const found = byService(code, defaultOrganization);
    return { check: passed("code", what, { values }), services: found.length === 0 ? services : found };
  } catch (error) {
    if (!(error instanceof UserError || error instanceof ConfigurationError)) throw error;
    const next = (error instanceof UserError && error.nextStep) || "Run `tfprojects plan` for the whole error.";
    if (error instanceof UserError && error.code === "ADDRESS_MISMATCH") {
      const finding = { code: error.code, message: error.message, next, values };
      return { check: failed("code", finding), services };
    }
    if (error instanceof UserError && error.code === "NO_CODE") {
      const isApp = tryRead(() => readCdktfConfiguration(resolve(path)), undefined) !== undefined;
      const why = isApp
        ? `the app in ${path} was not synthesized yet`
        : `no ${CDK_APP} and no Terraform JSON in ${path}`;
      return { check: skipped("code", `${why}: checking the environment`, { values }), services };
    }
    const check = warning("code", {
      code: "UNREADABLE_CODE",
      message: `the code ${shownSource(path, (file) => `in ${file}`)} cannot be read; checking the environment instead`,
      details: error.message.split("\n"),
      next,
      values,
    });
    return { check, services };
  }
}

interface Code extends Pick<OrganizationsInCode, "organizations" | "usesDefaultOrganization" | "tokens"> {
  readonly what: string;
}

/** @throws UserError or ConfigurationError when it cannot be read. */
async function readCode(path: string, organization: DefaultOrganization | undefined, env: Environment): Promise<Code> {
  const code = await readOrganizations(path, organization?.name, env);
  checkOrganizationUsed(code, organization);
  return code;
}

async function readOrganizations(path: string, organization: string | undefined, env: Environment): Promise<Code> {
  const source = await readSource(path);
  switch (source.kind) {
    case "terraform-plan": {
      const shown = shownSource(path);
      const plan = readTerraformPlan(path, source.content);
      const { organizations, tokens, ...code } = readable("plan", path, () => readPlan(plan, organization));
      return {
        what: `the Terraform plan ${shown}`,
        ...code,
        organizations,
        tokens: withHostTokens(organizations, tokens, { path: shown }, env),
      };
    }
    case "saved-plan": {
      const organizations = readSavedPlan(path, source.content).map(({ desired }) => desired);
      const tokens = withHostTokens(organizations, new Map(), { path }, env);
      return { what: `the saved plan ${path}`, organizations, usesDefaultOrganization: false, tokens };
    }
    case "file":
    case "folder": {
      const context = { env, cwd: process.cwd() };
      const app = appIn(source, context);
      const modules = await readTerraformJson(source, context, app);
      const what = app === undefined ? `the Terraform JSON in ${path}` : `the app in ${path}, as last synthesized`;
      return { what, ...readModules(modules, organization) };
    }
  }
}

function managedBy({ projects, memberships, placements = [] }: DesiredOrganization): ReadonlySet<Managed> {
  return new Set<Managed>([
    ...projects.map(() => "projects" as const),
    ...[...memberships, ...placements].map(() => "workspaces" as const),
  ]);
}

function byService(
  { organizations, tokens }: Pick<Code, "organizations" | "tokens">,
  defaultOrganization: DefaultOrganization | undefined,
): readonly ServiceSettings[] {
  const services = new Map<string, ServiceSettings>();
  for (const desired of organizations) {
    const { name, connection } = desired;
    const [address, hostname] = [connection?.address ?? undefined, connection?.hostname ?? undefined];
    const token = tokens.get(organizationKey(desired));
    const isDefault = defaultOrganization !== undefined && nameKey(name) === nameKey(defaultOrganization.name);
    const assignments = new Set(desired.assignments?.map(({ type }) => type));
    const manages = managedBy(desired);
    const organization = { name, source: isDefault ? defaultOrganization.source : "the code", assignments, manages };
    const key = JSON.stringify([address, hostname, token]);
    const known = services.get(key);
    services.set(key, {
      address,
      hostname,
      token,
      requestsPerSecond: connection?.requestsPerSecond ?? undefined,
      organizations: [...(known?.organizations ?? []), organization],
    });
  }
  return [...services.values()];
}
