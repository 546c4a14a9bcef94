import { Server } from "node:net";

// A test that fails before it stops its service leaves a server that listens, and jest, when it runs in one process,
// waits for it without end. What a file of tests left open is closed after it.
const prototype = Object.getOwnPropertyDescriptor(Server.prototype, "listen");
const started = new Set<Server>();

beforeAll(() => {
  const listen: unknown = prototype?.value;
  if (typeof listen !== "function") throw new Error("net.Server has no listen: servers left open cannot be found.");
  Object.defineProperty(Server.prototype, "listen", {
    ...prototype,
    value(this: Server, ...args: unknown[]): unknown {
      started.add(this);
      return Reflect.apply(listen, this, args);
    },
  });
});

afterAll(() => {
  if (prototype !== undefined) Object.defineProperty(Server.prototype, "listen", prototype);
  for (const server of started) {
    if (!server.listening) continue;
    server.close();
    if ("closeAllConnections" in server && typeof server.closeAllConnections === "function")
      Reflect.apply(server.closeAllConnections, server, []);
  }
});
