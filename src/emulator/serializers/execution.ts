import { isObject } from "../decode";
import type { EffectiveExecution } from "../store/execution";
import { identifier } from "./resource";

/** The relationship to an agent pool; null without one. */
export function agentPoolRelationship({ agentPoolId }: EffectiveExecution): object {
  return { data: agentPoolId === null ? null : identifier("agent-pools", agentPoolId) };
}

/**
 * Which settings are not inherited, with the keys of the OpenAPI description. Mode and pool are always overwritten
 * together.
 *
 * @param kept members that clients sent and the emulator ignores
 */
export function settingOverwrites(
  { overwritten }: EffectiveExecution,
  [mode, agentPool]: readonly [mode: string, agentPool: string],
  kept: unknown,
): Readonly<Record<string, unknown>> {
  return { ...(isObject(kept) ? kept : {}), [mode]: overwritten, [agentPool]: overwritten };
}
