/** Name, in texts, of an app that is built on either cdktn (CDK Terrain) or cdktf (CDK for Terraform). */
export const CDK_APP = "CDK app";

/** The same, for its first mention in a text. */
export const CDK_APP_EXPLAINED = `${CDK_APP} (cdktn or cdktf)`;
