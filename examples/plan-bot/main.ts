import { Client } from "tfprojects/client";
import { defineOrganization, EngineError, observe, plan, render } from "tfprojects/engine";
import { PullRequest } from "./forge";
import { organization } from "./organization";

/** Finds the bot's own comment again. Browsers do not show it. */
const MARKER = "<!-- tfprojects plan -->";

/** The plan as Markdown, or why there is none. */
async function planAsMarkdown(): Promise<{ readonly markdown: string; readonly isMergeable: boolean }> {
  try {
    const desired = defineOrganization(organization);
    const actual = await observe(new Client(), desired);
    const planned = plan(desired, actual);
    return { markdown: render(planned, "markdown"), isMergeable: planned.errors.length === 0 };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const markdown = `### No plan for ${organization.name}\n\n${error.code}: ${error.message}\n\n${error.nextStep}\n`;
    return { markdown, isMergeable: false };
  }
}

async function main(): Promise<void> {
  const { FORGE_ADDRESS, FORGE_TOKEN = "", REPOSITORY = "", PULL_REQUEST } = process.env;
  const { markdown, isMergeable } = await planAsMarkdown();
  if (FORGE_ADDRESS === undefined) {
    console.log(markdown);
  } else {
    const pullRequest = new PullRequest(FORGE_ADDRESS, FORGE_TOKEN, REPOSITORY, Number(PULL_REQUEST));
    console.log(`The comment with the plan was ${await pullRequest.comment(MARKER, markdown)}.`);
  }
  process.exitCode = isMergeable ? 0 : 1;
}

void main();
