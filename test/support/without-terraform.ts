/** In the names of tests that were skipped. Apart from terraform.ts, since the reporter of every run has it. */
export const WITHOUT_TERRAFORM = "skipped: neither terraform nor tofu on the PATH";
