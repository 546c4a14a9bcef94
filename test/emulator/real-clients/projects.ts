import type { Recording, Step } from "./recording";
import { document, goTfe, provider, tags, to } from "./recording";
import { GO_CLIENT, PROVIDER, statement } from "../../fidelity";

const PROJECTS = "/api/v2/organizations/acme/projects";
const PROJECT = "/api/v2/projects/{project}";

/** Version 2 of the Go client sends an empty description where there is none, and no duration where there is none. */
const create = (attributes: object, needs: object = {}): Step => ({
  title: "create: only attributes, tags follow",
  method: "POST",
  path: PROJECTS,
  body: document("projects", attributes),
  status: 201,
  expects: { data: { id: expect.any(String), relationships: { organization: { data: { id: "acme" } } }, ...needs } },
  captures: { project: "data.id" },
});
const replaceTags = (given: Readonly<Record<string, string>>): Step => ({
  title: "tags: all at once, under relationships",
  method: "PATCH",
  path: `${PROJECT}/relationships/tag-bindings`,
  body: tags(given),
  status: 204,
});
const readTags = (...needs: readonly object[]): Step => ({
  title: "read: the effective tags",
  method: "GET",
  path: `${PROJECT}/effective-tag-bindings`,
  status: 200,
  expects: { data: needs },
});

export const projectConversations: readonly Recording[] = [
  {
    title: "create, read, update and delete tfe_project with tags",
    shows: statement.documented(
      PROVIDER,
      "go-client: tfe_project",
      "Create, read, update with tags; a delete treats 404 as success.",
    ),
    source: provider("resource_tfe_project.go"),
    steps: [
      create({ name: "Platform Team", description: "" }, { attributes: { name: "Platform Team" } }),
      replaceTags({ env: "prod", team: "platform" }),
      {
        title: "read",
        method: "GET",
        path: PROJECT,
        status: 200,
        expects: {
          data: {
            id: "{project}",
            attributes: { name: "Platform Team", description: null, "auto-destroy-activity-duration": null },
            relationships: { organization: { data: { id: "acme" } } },
          },
        },
      },
      readTags({ attributes: { key: "env", value: "prod" } }, { attributes: { key: "team", value: "platform" } }),
      {
        title: "update: name and description, even if unchanged",
        method: "PATCH",
        path: PROJECT,
        body: document("projects", { name: "Platform", description: "Shared" }, undefined, "{project}"),
        status: 200,
        expects: { data: { attributes: { name: "Platform", description: "Shared" } } },
      },
      replaceTags({}),
      readTags(),
    ],
    stateAfter: {
      projects: [{ name: "Default Project" }, { id: "{project}", name: "Platform", description: "Shared" }],
    },
  },
  {
    title: "delete tfe_project twice",
    shows: "go-client: tfe_project",
    source: provider("resource_tfe_project.go"),
    steps: [
      create({ name: "Platform", description: "" }),
      { title: "delete", method: "DELETE", path: PROJECT, status: 204 },
      { title: "delete again, which the provider accepts", method: "DELETE", path: PROJECT, status: 404 },
      { title: "read after the deletion", method: "GET", path: PROJECT, status: 404 },
    ],
    stateAfter: { projects: [{ name: "Default Project" }] },
  },
  {
    // The provider takes the duration from the responses to create and update, where it is undocumented.
    title: "set and clear auto_destroy_activity_duration of tfe_project",
    shows: statement.documented(
      PROVIDER,
      "go-client: auto_destroy_activity_duration of tfe_project",
      "Is read from the response to create: works only with full documents.",
    ),
    source: provider("resource_tfe_project.go"),
    documents: "full",
    steps: [
      create(
        { name: "Platform", description: "", "auto-destroy-activity-duration": "14d" },
        { attributes: { "auto-destroy-activity-duration": "14d" } },
      ),
      {
        title: "update the duration",
        method: "PATCH",
        path: PROJECT,
        body: document(
          "projects",
          { name: "Platform", description: "", "auto-destroy-activity-duration": "3d" },
          undefined,
          "{project}",
        ),
        status: 200,
        expects: { data: { attributes: { "auto-destroy-activity-duration": "3d" } } },
      },
      {
        title: "clear: version 1 of the Go client, since version 2 cannot send null",
        method: "PATCH",
        path: PROJECT,
        body: document("projects", { name: "Platform", description: "", "auto-destroy-activity-duration": null }),
        status: 200,
      },
      replaceTags({}),
      {
        title: "a read follows",
        method: "GET",
        path: PROJECT,
        status: 200,
        expects: { data: { attributes: { "auto-destroy-activity-duration": null } } },
      },
    ],
    stateAfter: { projects: [{}, { name: "Platform", autoDestroyActivityDuration: null }] },
  },
  {
    title: "read the data sources tfe_project and tfe_projects",
    shows: statement.documented(PROVIDER, "go-client: Data sources of projects", "`tfe_project`, `tfe_projects`."),
    source: provider("data_source_project.go", "data_source_projects.go"),
    steps: [
      create({ name: "Platform Team", description: "" }),
      replaceTags({ env: "prod" }),
      {
        title: "a workspace of another resource",
        method: "POST",
        path: "/api/v2/organizations/acme/workspaces",
        body: document("workspaces", { name: "api" }, { project: to("projects", "{project}") }),
        status: 201,
        captures: { workspace: "data.id" },
      },
      {
        title: "tfe_project: by name, case-insensitively",
        method: "GET",
        path: `${PROJECTS}?filter%5Bnames%5D=platform%20team&page%5Bnumber%5D=1&page%5Bsize%5D=100`,
        status: 200,
        expects: { data: [{ id: "{project}", attributes: { name: "Platform Team" } }] },
      },
      {
        title: "tfe_project: its workspaces",
        method: "GET",
        path:
          "/api/v2/organizations/acme/workspaces?filter%5Bproject%5D%5Bid%5D={project}" +
          "&page%5Bnumber%5D=1&page%5Bsize%5D=100",
        status: 200,
        expects: {
          data: [{ id: "{workspace}", attributes: { name: "api" } }],
          meta: { pagination: { "next-page": null } },
        },
      },
      readTags({ attributes: { key: "env", value: "prod" } }),
      {
        // The provider's own test expects the default project first. It looks for the next page in `meta` itself, not
        // in `meta.pagination`, and so ends after the first, here as on the real service.
        title: "tfe_projects",
        method: "GET",
        path: `${PROJECTS}?page%5Bnumber%5D=1&page%5Bsize%5D=100`,
        status: 200,
        expects: {
          data: [{ id: "{acme}" }, { id: "{project}", relationships: { organization: { data: { id: "acme" } } } }],
        },
      },
    ],
  },
  {
    title: "the Go client sets a project's tags with create and update, and separately",
    shows: statement.documented(
      GO_CLIENT,
      "go-client: Tags of projects",
      "In create and update, and with their own requests.",
    ),
    source: goTfe("project.go", "tag.go", "projects_integration_test.go"),
    steps: [
      {
        title: "Projects.Create with tag bindings, one without a value",
        method: "POST",
        path: PROJECTS,
        body: document("projects", { name: "tagged" }, { "tag-bindings": tags({ key1: "value1", key2: undefined }) }),
        status: 201,
        captures: { project: "data.id" },
      },
      {
        title: "Projects.ReadWithOptions: tags are included resources with a relationship",
        method: "GET",
        path: `${PROJECT}?include=effective_tag_bindings`,
        status: 200,
        expects: {
          data: {
            relationships: {
              organization: { data: { id: "acme" } },
              "effective-tag-bindings": {
                data: [{ type: "effective-tag-bindings" }, { type: "effective-tag-bindings" }],
              },
            },
          },
          included: [{ attributes: { key: "key1", value: "value1" } }, { attributes: { key: "key2" } }],
        },
      },
      {
        title: "Projects.List with tag filters; an empty value matches any",
        method: "GET",
        path:
          `${PROJECTS}?filter%5Btagged%5D%5B0%5D%5Bkey%5D=key1&filter%5Btagged%5D%5B0%5D%5Bvalue%5D=` +
          "&include=effective_tag_bindings",
        status: 200,
        expects: { data: [{ id: "{project}" }], meta: { pagination: { "total-count": 1 } } },
      },
      {
        title: "Projects.AddTagBindings: the response is a list without pagination",
        method: "PATCH",
        path: `${PROJECT}/tag-bindings`,
        body: tags({ key1: "other", key3: "value3" }),
        status: 200,
        expects: { data: [{ attributes: { key: "key1", value: "other" } }, {}, { attributes: { key: "key3" } }] },
      },
      {
        title: "Projects.Update with tag bindings, which replace all",
        method: "PATCH",
        path: PROJECT,
        body: document("projects", { name: "renamed" }, { "tag-bindings": tags({ foo: "bar" }) }),
        status: 200,
        expects: { data: { id: "{project}" } },
      },
      {
        title: "Projects.ListTagBindings",
        method: "GET",
        path: `${PROJECT}/tag-bindings`,
        status: 200,
        expects: { data: [{ type: "tag-bindings", attributes: { key: "foo", value: "bar" } }] },
      },
      {
        title: "Projects.DeleteAllTagBindings",
        method: "PATCH",
        path: PROJECT,
        body: { data: { type: "projects", relationships: { "tag-bindings": { data: [] } } } },
        status: 200,
      },
      readTags(),
    ],
    stateAfter: { projects: [{}, { name: "renamed" }] },
  },
];
