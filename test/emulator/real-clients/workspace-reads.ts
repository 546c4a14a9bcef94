import type { Recording, Step } from "./recording";
import { document, goTfe, provider, tags, to } from "./recording";
import { GO_CLIENT, PROVIDER, statement } from "../../fidelity";

const WORKSPACES = "/api/v2/organizations/acme/workspaces";

const workspace = (name: string, relationships?: object): Step => ({
  title: "an existing workspace",
  method: "POST",
  path: WORKSPACES,
  body: document("workspaces", { name }, relationships),
  status: 201,
  captures: { [name.replace("-", "_")]: "data.id" },
});
const list = (does: string, query: string, ...ids: readonly string[]): Step => ({
  title: does,
  method: "GET",
  path: `${WORKSPACES}?${query}`,
  status: 200,
  expects: {
    data: ids.map((id) => ({ id, attributes: { name: expect.any(String), "tag-names": expect.any(Array) } })),
    meta: { pagination: { "current-page": 1, "total-pages": Math.sign(ids.length), "total-count": ids.length } },
  },
});

export const workspaceReadConversations: readonly Recording[] = [
  {
    title: "read the data source tfe_workspace",
    shows: statement.documented(
      PROVIDER,
      "go-client: Data sources of workspaces",
      "`tfe_workspace`; `tfe_workspace_ids` by names and by tags of both kinds.",
    ),
    source: provider("data_source_workspace.go"),
    steps: [
      workspace("api", { "tag-bindings": tags({ env: "prod" }) }),
      {
        title: "by name",
        method: "GET",
        path: `${WORKSPACES}/api`,
        status: 200,
        expects: {
          data: {
            id: "{api}",
            attributes: {
              locked: false,
              "created-at": expect.any(String),
              "updated-at": expect.any(String),
              environment: "default",
              source: "tfe-api",
              "setting-overwrites": { "execution-mode": false, "agent-pool": false },
              permissions: {
                "can-update": true,
                "can-destroy": true,
                "can-queue-run": true,
                "can-lock": true,
                "can-unlock": true,
                "can-force-unlock": true,
                "can-read-settings": true,
                "can-force-delete": true,
              },
              actions: { "is-destroyable": true },
            },
            relationships: { project: to("projects", "{acme}") },
            links: { "self-html": "/app/acme/workspaces/api" },
          },
        },
      },
      {
        title: "remote state consumers",
        method: "GET",
        path: "/api/v2/workspaces/{api}/relationships/remote-state-consumers?page%5Bsize%5D=100",
        status: 200,
        expects: { data: [] },
      },
      {
        title: "effective tags",
        method: "GET",
        path: "/api/v2/workspaces/{api}/effective-tag-bindings",
        status: 200,
        expects: { data: [{ attributes: { key: "env", value: "prod" } }] },
      },
      { title: "a missing one", method: "GET", path: `${WORKSPACES}/none`, status: 404 },
    ],
  },
  {
    title: "read the data source tfe_workspace_ids by names and by tags of both kinds",
    shows: "go-client: Data sources of workspaces",
    source: provider("data_source_workspace_ids.go"),
    steps: [
      workspace("web-prod", { tags: { data: [{ type: "tags", attributes: { name: "web" } }] } }),
      workspace("web-dev", {
        tags: { data: ["web", "dev"].map((name) => ({ type: "tags", attributes: { name } })) },
        "tag-bindings": tags({ env: "dev" }),
      }),
      // The provider compares names itself: it lists all workspaces, without a page size.
      { ...list("names", "", "{web_prod}", "{web_dev}"), path: WORKSPACES },
      list("tag_names and exclude_tags", "search%5Bexclude-tags%5D=dev&search%5Btags%5D=web", "{web_prod}"),
      {
        ...list(
          "tag_filters",
          "filter%5Btagged%5D%5B0%5D%5Bkey%5D=env&filter%5Btagged%5D%5B0%5D%5Bvalue%5D=dev" +
            "&include=effective_tag_bindings",
          "{web_dev}",
        ),
        expects: {
          data: [{ id: "{web_dev}", relationships: { "effective-tag-bindings": { data: [{}] } } }],
          included: [{ attributes: { key: "env", value: "dev" } }],
          meta: { pagination: { "current-page": 1, "total-pages": 1 } },
        },
      },
    ],
  },
  {
    title: "the Go client lists workspaces by pattern, project and run status, sorted, with include",
    shows: statement.documented(
      GO_CLIENT,
      "go-client: Lists of workspaces",
      "By pattern, project and run status, sorted, with `include`.",
    ),
    source: goTfe("workspace.go", "workspace_integration_test.go"),
    steps: [
      workspace("web-prod"),
      workspace("api-dev"),
      list("WildcardName", "search%5Bwildcard-name%5D=%2A-prod", "{web_prod}"),
      list("WildcardName without a match", "search%5Bwildcard-name%5D=%2A-stage"),
      list("Search", "search%5Bname%5D=web", "{web_prod}"),
      list(
        "ProjectID",
        "filter%5Bproject%5D%5Bid%5D={acme}&page%5Bnumber%5D=1&page%5Bsize%5D=20",
        "{web_prod}",
        "{api_dev}",
      ),
      list("Sort", "sort=name", "{api_dev}", "{web_prod}"),
      list("CurrentRunStatus", "filter%5Bcurrent-run%5D%5Bstatus%5D=pending"),
      {
        ...list(
          "Include, several with a comma",
          "include=organization%2Cproject%2Ccurrent_run%2Ccurrent-state-version",
          "{web_prod}",
          "{api_dev}",
        ),
        expects: {
          included: [
            { id: "acme", type: "organizations" },
            { id: "{acme}", type: "projects" },
          ],
        },
      },
    ],
  },
];
