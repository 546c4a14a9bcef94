/** Commands of documents that no scenario runs, by how their blocks begin, and why. */
export const NOT_RUN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "README.md": {
    "npm ci && npm run demo": "of the repository: .ci/run runs both on a clean checkout",
    "They change the description": "the demo writes it: test/scripts/docs compares",
  },
  "CONTRIBUTING.md": { "npm ci\nnpm run test:changed": "of the repository: .ci/run runs them on a clean checkout" },
  "docs/checking.md": { "tfprojects conformance": "test/cli/commands/conformance runs it" },
  "docs/constructs.md": {
    "npx esbuild main.ts": "test/e2e/package bundles an app with these packages excluded",
    "npm install --save-dev cdktf-cli": "npm run test:languages deploys the examples with these commands",
  },
  "docs/emulator.md": {
    curl: "written from the control operations, whose examples test/emulator/control sends",
    "cat > emulator.tfrc":
      "test/e2e/cloud-block types them, and test/e2e/migrate has hashicorp/tfe use what they write",
  },
  "docs/gated-pipeline.md": { push: "a diagram" },
  "docs/getting-started.md": {
    "npx tfprojects emulator": "test/e2e/on-request/getting-started runs it, and types the transcripts into its shell",
    $: "transcripts: test/e2e/on-request/getting-started runs them",
  },
  "docs/hosts.md": {
    "terraform query": "needs Terraform 1.14",
    "npm install @tfprojects/provider": "not part of this package: test/e2e/executables installs them",
    "folder=": "needs executables of all platforms: test/e2e/executables installs from such a mirror",
  },
  "docs/import.md": {
    "$ npx tfprojects import --suggest":
      "a transcript: test/cli/commands/import-suggest compares one of a small organization",
    "npx tfprojects import --with": "test/e2e/import runs it, and deploys what it writes",
  },
  "docs/internals/executables.md": { "for platform in": "needs a registry of containers" },
  "docs/landing-zone.md": {
    "npx tfprojects emulator": "test/e2e/on-request/landing-zone runs it, and types the transcripts into its shell",
    $: "transcripts: test/e2e/on-request/landing-zone runs them",
  },
  "docs/list-resources/project.md": { "terraform query": "needs Terraform 1.14" },
  "docs/placement.md": {
    "npx tfprojects emulator": "test/e2e/on-request/placement runs it, and types the transcripts into its shell",
    $: "transcripts: test/e2e/on-request/placement runs them",
  },
  "docs/resources/project.md": { "terraform import": "test/e2e/reference-examples imports with them" },
  "docs/resources/project_policy_sets.md": { "terraform import": "test/e2e/reference-examples imports with them" },
  "docs/resources/project_team_access.md": { "terraform import": "test/e2e/reference-examples imports with them" },
  "docs/resources/project_variable_sets.md": { "terraform import": "test/e2e/reference-examples imports with them" },
  "docs/resources/workspace_membership.md": { "terraform import": "test/e2e/reference-examples imports with them" },
  "docs/terraform-or-engine.md": { "terraform state pull": "needs remote state: test/cli/commands/state reads it" },
  "examples/drift-in-ci/README.md": { "npm ci": "needs a lock file: test/examples/drift-in-ci runs the workflow" },
  "examples/getting-started/README.md": { "npx tfprojects emulator": "a shell: as for docs/getting-started.md" },
  "examples/go/README.md": { "": "npm run test:languages deploys it" },
  "examples/python/README.md": { "": "npm run test:languages deploys it" },
};
