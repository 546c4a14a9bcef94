import { setFlagsFromString } from "node:v8";
setFlagsFromString("--interrupt-budget=500000");
