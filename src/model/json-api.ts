/** The media type of the service's documents. */
export const MEDIA_TYPE = "application/vnd.api+json";

/** The header `server` of every response of the emulator, whose name in `tfp-appname` is the service's. */
export const EMULATOR_SERVER = "tfprojects-emulator";

/** The service's page size when a request sets none. */
export const DEFAULT_PAGE_SIZE = 20;
/** The service's largest page size; larger ones are rejected. */
export const MAX_PAGE_SIZE = 100;
