/**
 * How texts name an app that is built on cdktn (CDK Terrain) or on cdktf (CDK for Terraform), where they do not know
 * which of the two.
 */
export const CDK_APP = "CDK app";

/** The same, where a reader meets it first. */
export const CDK_APP_EXPLAINED = `${CDK_APP} (cdktn or cdktf)`;
