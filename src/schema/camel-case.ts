/** The name in code of an attribute: `auto_destroy_activity_duration` → `autoDestroyActivityDuration`. */
export function camelCase(attribute: string): string {
  return attribute.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
