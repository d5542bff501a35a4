import type { DescMessage } from "@bufbuild/protobuf";
import type { ToolSpec } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../error.ts";
import { inLines, type Said, worded } from "../messages/said.ts";
import { when } from "../profile/profile-problem.ts";
import { builtInSpecs, catalogueOf, type ToolCatalogue } from "../tool/catalogue.ts";
import { descriptorSets } from "./descriptor-sets.ts";
import { newTool } from "./new-tool.ts";
import { overriddenTool } from "./overridden-tool.ts";
import { readToolFile, type ToolFile, toolFiles } from "./tool-files.ts";

/** A folder of tools: `*.txtpb`, one ToolSpec in each, and `*.binpb`, the descriptor sets of their parameters. */
export interface ToolLayer {
  readonly name: "user" | "project";
  /** A folder that is absent holds no tools. */
  readonly dir: string;
}

/** The tools of a server, and a sentence for each that a layer added or changed. */
export interface LoadedCatalogue {
  readonly catalogue: ToolCatalogue;
  readonly notes: readonly string[];
}

/**
 * Built-in tools, then those of each layer in the order given, user before project [S66]. A layer may add tools that
 * clients execute, and may change the words and the limits of a tool below, never what bears policy: a name that people
 * trust keeps its rules.
 *
 * Errors: REQUEST_INVALID with every problem of every file, one per line, as `file:line: field: problem`.
 */
export const loadCatalogue = (layers: readonly ToolLayer[], below = builtInSpecs): LoadedCatalogue => {
  const specs = new Map(below.map((spec) => [spec.name, spec]));
  const messages = new Map<string, DescMessage>();
  const notes: string[] = [];
  const problems: Said[] = [];
  for (const layer of layers) {
    const sets = descriptorSets(layer.dir);
    problems.push(...sets.problems);
    const own = new Set<string>();
    for (const path of toolFiles(layer.dir)) {
      const read = readToolFile(path);
      const taken = "problems" in read ? read : take(read, layer, specs, own, sets.messages);
      if ("problems" in taken) problems.push(...taken.problems);
      else {
        own.add(taken.spec.name);
        specs.set(taken.spec.name, taken.spec);
        notes.push(taken.note);
        if (taken.params) messages.set(taken.spec.paramsType, taken.params);
      }
    }
  }
  if (problems.length > 0)
    throw new DomainError("REQUEST_INVALID", worded("tool-problem.tools", { problems: inLines(problems) }), {
      field: "tools",
    });
  return { catalogue: catalogueOf([...specs.values()], messages), notes };
};

interface Taken {
  readonly spec: ToolSpec;
  readonly note: string;
  readonly params?: DescMessage;
}

const take = (
  file: ToolFile,
  layer: ToolLayer,
  specs: ReadonlyMap<string, ToolSpec>,
  own: ReadonlySet<string>,
  messages: ReadonlyMap<string, DescMessage>,
): Taken | { problems: Said[] } => {
  const { name } = file.spec;
  if (own.has(name)) return { problems: file.told(when(true, "name", "profile-problem.other-file")) };
  const below = specs.get(name);
  const made = below ? overriddenTool(below, file, layer.name) : newTool(file, layer.name, [...specs.keys()], messages);
  return "problems" in made ? { problems: file.told(made.problems) } : made;
};
