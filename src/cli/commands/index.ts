import type { ActionCommand } from "../action-command";
// Not the whole layer: the help of the program loads nothing else.
import { CDK_APP } from "../../model/cdk-app";

/** A command, with its texts in the help of the program. */
export interface CommandEntry {
  /** Options and arguments, as the help of the program shows them. */
  readonly usage: string;
  readonly description: string;
  /** Loads the module of the command, which takes longer than starting Node.js. */
  load(): Promise<ActionCommand>;
}

/** The commands, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  plan: {
    usage: "[options] [path]",
    description: "Show the changes that the code requires.",
    load: async () => (await import("./plan.js")).planCommand(),
  },
  apply: {
    usage: "[options] [path]",
    description: "Apply the changes that the code requires.",
    load: async () => (await import("./apply.js")).applyCommand(),
  },
  undo: {
    usage: "[options] <document>",
    description: "Undo the changes of a plan or an apply, except where something was changed since.",
    load: async () => (await import("./undo.js")).undoCommand(),
  },
  drift: {
    usage: "[options] [path]",
    description: "Show differences between the organization and the code, and unmanaged objects.",
    load: async () => (await import("./drift.js")).driftCommand(),
  },
  explain: {
    usage: "[options] <workspace> [path]",
    description: "Show which membership has a workspace, and why.",
    load: async () => (await import("./explain.js")).explainCommand(),
  },
  import: {
    usage: "[options]",
    description: `Generate a ${CDK_APP} or Terraform configuration from an existing organization.`,
    load: async () => (await import("./import.js")).importCommand(),
  },
  migrate: {
    usage: "[options] [folder]",
    description: "Take over the projects of a Terraform configuration from hashicorp/tfe.",
    load: async () => (await import("./migrate.js")).migrateCommand(),
  },
  stages: {
    usage: "[options] <run-or-workspace>",
    description: "Show the task stages of a run, with their results, policy evaluations and the verdict.",
    load: async () => (await import("./stages.js")).stagesCommand(),
  },
  override: {
    usage: "[options] <stage>",
    description: "Override a task stage that awaits an override.",
    load: async () => (await import("./override.js")).overrideCommand(),
  },
  doctor: {
    usage: "[options] [path]",
    description: "Check the connection, the token, its permissions, and the installation.",
    load: async () => (await import("./doctor.js")).doctorCommand(),
  },
  conformance: {
    usage: "[options]",
    description: "Check that the service behaves as tfprojects expects.",
    load: async () => (await import("./conformance.js")).conformanceCommand(),
  },
  emulator: {
    usage: "[options] [command...]",
    description: "Run the emulator of HCP Terraform, for one command or until stopped.",
    load: async () => (await import("./emulator.js")).emulatorCommand(),
  },
  provider: {
    usage: "[options] <action>",
    description: "Install the provider for HCL, and for apps in Python, Go, Java and C#.",
    load: async () => (await import("./provider.js")).providerCommand(),
  },
};

/**
 * The commands that a command line may name: too many rather than too few, because a word may be the value of an
 * option.
 */
export function commandsIn(args: readonly string[]): (name: string) => boolean {
  return (name) => args.includes(name);
}
