import type { ConfigurationProblem } from "../configuration-error";
import type { ImportedAssignments, ProjectReference } from "../organization";
import { withConstructPath, type Block } from "./blocks";
import type { Evaluation } from "./evaluation";
import type { ImportBlocks } from "./import-blocks";
import {
  InvalidImport,
  readImportedAssignments,
  readImportedMembership,
  readImportedProject,
  type EvaluatedImport,
  type NamedProject,
} from "./imported-project";

/** Reads what the `import` blocks of a module record, each for the block of a resource. Undefined if it has none. */
export class ImportReader {
  readonly problems: ConfigurationProblem[] = [];

  constructor(
    private readonly imports: ImportBlocks,
    private readonly evaluation: Evaluation,
  ) {}

  project(block: Block, organization: string): NamedProject | undefined {
    return this.#read(block, organization, readImportedProject);
  }

  membership(block: Block, organization: string): ProjectReference | undefined {
    return this.#read(block, organization, readImportedMembership);
  }

  assignments(block: Block, organization: string): ImportedAssignments | undefined {
    return this.#read(block, organization, readImportedAssignments);
  }

  #read<T extends object>(
    block: Block,
    organization: string,
    read: (it: EvaluatedImport) => T | InvalidImport,
  ): T | undefined {
    const found = this.imports.to(block.localAddress);
    if (found === undefined) return undefined;
    const where = `import of ${block.address}`;
    const value = this.evaluation.evaluate(found.source, where, block.constructPath);
    if (value === undefined) return undefined;
    const result = read({ argument: found.argument, value, type: block.type, organization });
    if (!(result instanceof InvalidImport)) return result;
    const place = withConstructPath(where, block.constructPath);
    this.problems.push(...result.messages.map((message) => ({ where: place, message })));
    return undefined;
  }
}
