import { isObject } from "../decode";
import type { EffectiveExecution } from "../store/execution";
import { identifier } from "./resource";

/** The relationship to an agent pool; null when there is none. */
export function agentPoolRelationship({ agentPoolId }: EffectiveExecution): object {
  return { data: agentPoolId === null ? null : identifier("agent-pools", agentPoolId) };
}

/**
 * Which settings are the thing's own and not inherited, in the spelling of the service's public description; the emulator overwrites mode
 * and pool together.
 *
 * @param kept members that clients sent and the emulator gives no meaning.
 */
export function settingOverwrites(
  { overwritten }: EffectiveExecution,
  [mode, agentPool]: readonly [mode: string, agentPool: string],
  kept: unknown,
): Readonly<Record<string, unknown>> {
  return { ...(isObject(kept) ? kept : {}), [mode]: overwritten, [agentPool]: overwritten };
}
