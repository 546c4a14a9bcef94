import { setFlagsFromString } from "node:v8";
import vm from "node:vm";
import { TestEnvironment } from "jest-environment-node";

/**
 * Most functions of a test file are called too seldom to be worth optimizing, since each file has modules of its own:
 * V8 waits four times as long as usual before it does.
 */
setFlagsFromString("--interrupt-budget=500000");

/** What V8 found when it parsed a module, by the module's file. */
const parsed = new Map();
const compileFunction = vm.compileFunction;

/** Jest compiles a module again for every test file that imports it: from the second time on without parsing it. */
vm.compileFunction = (code, parameters, options) => {
  const known = parsed.get(options.filename);
  const usable = known?.code === code;
  const compiled = compileFunction(code, parameters, {
    ...options,
    ...(usable ? { cachedData: known.data } : { produceCachedData: true }),
  });
  if (!usable && compiled.cachedData) parsed.set(options.filename, { code, data: compiled.cachedData });
  return compiled;
};

/** Jest's environment of Node.js, in a process that wastes less on compiling. */
export default TestEnvironment;
