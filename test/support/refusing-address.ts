/**
 * Where nothing listens, as no system gives port 1 away. The port of a server that was stopped may soon be that of
 * another test.
 */
export const REFUSING_ADDRESS = "http://127.0.0.1:1";
