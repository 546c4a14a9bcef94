/** A text as it may be shown: without the token, which a server may repeat, and which may have been given for an id by mistake. */
export function redactToken(text: string, token: string): string {
  const forms = new Set([token, encodeURIComponent(token)]);
  return [...forms].reduce((shown, form) => shown.replaceAll(form, "[token]"), text);
}
