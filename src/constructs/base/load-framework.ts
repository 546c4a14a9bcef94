import { loadFramework } from "./framework";

// Imported for its effect: the error names what to install or to import.
loadFramework();
