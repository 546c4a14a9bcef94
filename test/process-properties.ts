// Node.js computes this property at the first access and keeps it. Jest gives tests a copy of the process, which
// computes it at each access, and axios has two for each request.
Object.defineProperty(process, "allowedNodeEnvironmentFlags", { value: process.allowedNodeEnvironmentFlags });
