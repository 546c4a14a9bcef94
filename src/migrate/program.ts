import { findExecutable } from "../terraform/find-executable";
import { outputOf, unframed, type Output } from "../terraform/run-program";
import { messageOf } from "../system-errors";
import type { Configuration } from "./code";

/** Terraform, or OpenTofu. */
export interface Program {
  /** The name that the user calls it by: `terraform`. */
  readonly name: string;
  readonly run: (args: readonly string[], folder: string, env?: NodeJS.ProcessEnv) => Promise<Output>;
}

/**
 * The program of a configuration: the one that `TERRAFORM_BINARY_NAME` names, or else the one on the PATH, of both
 * OpenTofu if some of the code is only for it. Undefined if there is none.
 */
export function programOf({ folders }: Configuration): Program | undefined {
  const isTofu = [...folders.values()].some(({ sources }) =>
    [...sources.keys()].some((it) => /\.tofu(\.json)?$/.test(it)),
  );
  const names = [process.env["TERRAFORM_BINARY_NAME"], ...(isTofu ? ["tofu", "terraform"] : ["terraform", "tofu"])];
  const name = names.find((it) => it !== undefined && it !== "" && findExecutable(it, process.env) !== undefined);
  if (name === undefined) return undefined;
  return {
    name,
    run: (args, cwd, env = process.env) =>
      outputOf(name, args, { cwd, env }).catch((error: unknown) => {
        return { status: null, signal: null, stdout: "", stderr: messageOf(error) };
      }),
  };
}

/** The summary of an error that Terraform frames, and the first sentence of its details. */
export function firstSentence(stderr: string): string {
  const lines = unframed(stderr);
  const begin = Math.max(
    lines.findIndex((line) => line.startsWith("Error: ")),
    0,
  );
  const text = lines.slice(begin).join(" ");
  const [sentence] = /^[^]*?\.(?=\s|$)/.exec(text) ?? [text];
  return sentence === "" ? "it printed no error" : sentence.slice(0, 300);
}
