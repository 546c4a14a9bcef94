/**
 * The version of this package and of the Terraform provider that it contains. A test keeps it equal to `package.json`.
 */
export const VERSION = "0.1.0";
