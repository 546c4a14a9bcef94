// What jest reads of src and test in the project "cdktn": code for cdktf as the build copies it for cdktn.
import swc from "@swc/jest";
import { require as load } from "tsx/cjs/api";

const { forCdktn } = load("../../scripts/for-cdktn.ts", import.meta.url);

export default {
  createTransformer(options) {
    const { process, getCacheKey, ...others } = swc.createTransformer(options);
    return {
      ...others,
      process: (source, ...rest) => process(forCdktn(source), ...rest),
      getCacheKey: (source, ...rest) => `cdktn ${getCacheKey(forCdktn(source), ...rest)}`,
    };
  },
};
