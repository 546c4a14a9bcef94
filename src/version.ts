/** The version of this package, and of the Terraform provider that travels in it. A test keeps it equal to `package.json`. */
export const VERSION = "0.1.0";
