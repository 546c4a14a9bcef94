import { shows } from "../../fidelity";
import { agentPoolConversations } from "./agent-pools";
import { connectionConversations } from "./connection";
import type { Recording } from "./recording";
import { organizationConversations } from "./organizations";
import { replay } from "./replay";
import { projectConversations } from "./projects";
import { projectSettingsConversations } from "./project-settings";
import { workspaceConversations } from "./workspaces";
import { workspaceReadConversations } from "./workspace-reads";
import { workspaceSettingsConversations } from "./workspace-settings";

const CONVERSATIONS: readonly Recording[] = [
  ...connectionConversations,
  ...organizationConversations,
  ...agentPoolConversations,
  ...projectConversations,
  ...projectSettingsConversations,
  ...workspaceConversations,
  ...workspaceSettingsConversations,
  ...workspaceReadConversations,
];

describe.each(["documented", "full"] as const)("with %s documents", (documents) => {
  const played = CONVERSATIONS.filter((conversation) => documents === "full" || conversation.documents !== "full");
  for (const conversation of played) {
    shows(...[conversation.shows].flat());
    test(conversation.title, async () => {
      await replay(conversation, documents);
      expect.hasAssertions();
    });
  }
});

test("every recording has the location in the client's source and a unique title", () => {
  expect(new Set(CONVERSATIONS.map((it) => it.title)).size).toBe(CONVERSATIONS.length);
  for (const { source } of CONVERSATIONS) {
    expect(source.files.length).toBeGreaterThan(0);
    expect(source.files.every((file) => file.endsWith(".go"))).toBe(true);
  }
});
