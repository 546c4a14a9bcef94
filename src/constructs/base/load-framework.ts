import { loadFramework } from "./framework";

// Imported for its side effect: the error says what to install or import.
loadFramework();
