import { create, type DescMessage } from "@bufbuild/protobuf";
import { ToolExecutorKind } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { type ToolSpec, ToolSpecSchema } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { allTools } from "./tools.ts";

/** The tools of one server: the built-in tools, and those that its layers of files add [S66]. */
export interface ToolCatalogue {
  /** Specs in order of name; `executor` and `layer` are set, `available` is false. */
  readonly specs: readonly ToolSpec[];
  /** The tool of that exact name; undefined when there is none. */
  of(name: string): ToolSpec | undefined;
  /** Names of the tools that can be run, in order: those the server has an executor for, and all that clients execute. */
  available(serverTools: readonly string[]): string[];
  /** The params message of a client-executed tool, from its layer's descriptor set; undefined for any other tool. */
  paramsOf(name: string): DescMessage | undefined;
  /** Returns the facts that a model must know to ask for a client-executed tool; undefined for any other tool. */
  clientTool(name: string): ClientTool | undefined;
}

/** A client-executed tool as a model sees it. */
export interface ClientTool {
  /** Description from the operator's file, in the operator's words. */
  readonly description: string;
  readonly params: DescMessage;
}

/**
 * Builds a catalogue of these specs; `messages` are the params messages of the client-executed tools, by full name. The loader
 * judges which specs may stand in the catalogue; two specs of the same name are a mistake of the program.
 */
export const catalogueOf = (
  specs: readonly ToolSpec[],
  messages: ReadonlyMap<string, DescMessage> = new Map(),
): ToolCatalogue => {
  const byName = new Map(specs.map((spec) => [spec.name, spec]));
  if (byName.size !== specs.length) throw new Error("a tool stands in the catalogue twice");
  const clientRun = (spec: ToolSpec): boolean => spec.executor === ToolExecutorKind.CLIENT;
  const paramsOf = (name: string): DescMessage | undefined => {
    const spec = byName.get(name);
    return spec && clientRun(spec) ? messages.get(spec.paramsType) : undefined;
  };
  return {
    specs: specs.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    of: (name) => byName.get(name),
    available: (serverTools) =>
      [...byName.values()]
        .filter((spec) => clientRun(spec) || serverTools.includes(spec.name))
        .map((spec) => spec.name)
        .toSorted(),
    paramsOf,
    clientTool: (name) => {
      const params = paramsOf(name);
      return params && { params, description: byName.get(name)?.description ?? "" };
    },
  };
};

/** Every built-in tool as ListTools gives it, in order of name; `available` is for the holder of the executors to say. */
export const toolSpecs: readonly ToolSpec[] = allTools.map(({ spec }) => spec);

/** The built-in tools as a layer: this server runs all of them. */
export const builtInSpecs: readonly ToolSpec[] = toolSpecs.map((spec) =>
  create(ToolSpecSchema, { ...spec, executor: ToolExecutorKind.SERVER, layer: "built-in" }),
);

/** The tools that every server knows: the whole catalogue of a server when no layer adds anything. */
export const builtInCatalogue: ToolCatalogue = catalogueOf(builtInSpecs);
