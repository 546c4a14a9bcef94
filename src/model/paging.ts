/** Page size when a request names none (service-api.md section 8). */
export const DEFAULT_PAGE_SIZE = 20;
/** The largest page the service gives; a larger one is refused, not capped. */
export const MAX_PAGE_SIZE = 100;
