import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { HclBlock, HclFile } from "./hcl-file";

/** What Terraform or OpenTofu reads a file of a module as. */
export interface FileKind {
  readonly language: "hcl" | "json";
  /** OpenTofu reads `x.tofu` in place of `x.tf`, and Terraform does not read it. */
  readonly isTofu: boolean;
  /** Its blocks change those of other files. */
  readonly isOverride: boolean;
}

/** A file of a module. */
export interface ModuleFile extends FileKind {
  readonly name: string;
  /** Its folder and its name. */
  readonly path: string;
}

/** The stack that cdktf synthesizes. */
const STACK = "cdk.tf.json";

/** Where cdktf lets Terraform generate code for objects to import, for people to copy into the app. */
const GENERATED_BY_CDKTF = "generated_resources.tf";

/** Neither reads names that begin with a dot. The backups of editors, `x.tf~` and `#x.tf#`, have other endings. */
const MODULE_FILE = /^(?!\.)(?<base>.+)\.(?<program>tf|tofu)(?<json>\.json)?$/s;

/**
 * What a file is read as, by its name; undefined if it is not part of a module.
 *
 * @see https://developer.hashicorp.com/terraform/language/files
 * @see https://developer.hashicorp.com/terraform/language/files/override
 * @see https://opentofu.org/docs/language/files/#opentofu-specific-files
 */
export function fileKind(name: string): FileKind | undefined {
  const { base, program, json } = MODULE_FILE.exec(name)?.groups ?? {};
  if (base === undefined) return undefined;
  return {
    language: json === undefined ? "hcl" : "json",
    isTofu: program === "tofu",
    isOverride: /(^|_)override$/.test(base),
  };
}

/**
 * The files that make up the module in a folder, sorted by name.
 *
 * @param folder - If it has what cdktf synthesized, its `generated_resources.tf` is none of them.
 * @throws the system's error, when it cannot be listed
 */
export function moduleFilesIn(folder: string): readonly ModuleFile[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name);
  const generated = names.includes(STACK) ? GENERATED_BY_CDKTF : undefined;
  return names
    .filter((name) => name !== generated)
    .sort()
    .flatMap((name) => {
      const kind = fileKind(name);
      return kind === undefined ? [] : [{ ...kind, name, path: join(folder, name) }];
    });
}

/** Whether a folder has Terraform JSON; one that cannot be listed has none that could be read. */
export function hasJsonCode(folder: string): boolean {
  try {
    return moduleFilesIn(folder).some(({ language }) => language === "json");
  } catch {
    return false;
  }
}

/**
 * The first part of a file in HCL that is more than `required_version` and `required_providers`, such as
 * `terraform.backend`, with its line; undefined if there is none: then it declares nothing, and does not say where
 * the state is.
 */
export function firstDeclaration(file: HclFile): { readonly what: string; readonly line: number } | undefined {
  const [found] = declarations(file).sort((a, b) => a.start - b.start);
  return found && { what: found.what, line: file.lineAt(found.start) };
}

function declarations({ attributes, blocks }: HclFile): { readonly what: string; readonly start: number }[] {
  const isSettings = ({ type, labels }: HclBlock): boolean => type === "terraform" && labels.length === 0;
  return [
    ...attributes.map(({ name, start }) => ({ what: name, start })),
    ...blocks.flatMap((block) => {
      const { type, labels, start } = block;
      if (!isSettings(block)) return { what: [type, ...labels.map(({ text }) => text)].join("."), start };
      return [
        ...block.attributes.map(({ name, start: at }) => ({ name, at })),
        ...block.blocks.map(({ type: name, start: at }) => ({ name, at })),
      ]
        .filter(({ name }) => name !== "required_version" && name !== "required_providers")
        .map(({ name, at }) => ({ what: `terraform.${name}`, start: at }));
    }),
  ];
}
