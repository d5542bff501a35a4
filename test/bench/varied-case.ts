import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { ToolExecutor, ToolOutcome, ToolRun } from "../../src/engine/run/ports.ts";
import type { TestEngine } from "../engine/support.ts";

/**
 * Words of a run's own, of letters alone: with contents that are the same in every run, content addressing would store most of
 * them once for all runs, which no two real cases have.
 */
export const asideOf = (run: string): string =>
  ` Kenmerk ${[...run].map((sign) => String.fromCharCode(97 + (sign.charCodeAt(0) % 26))).join("")}.`;

/** The sample case's tools with results that differ by run, as those of different dossiers do. */
export class VariedTools implements ToolExecutor {
  readonly tools: string[];
  readonly #inner: ToolExecutor;

  constructor(inner: ToolExecutor) {
    this.#inner = inner;
    this.tools = [...inner.tools];
  }

  async run(run: ToolRun): Promise<ToolOutcome> {
    const outcome = await this.#inner.run(run);
    if (outcome.output?.kind !== EvidenceSearchResultSchema.typeName) return outcome;
    const { candidates, ...rest } = fromBinary(EvidenceSearchResultSchema, outcome.output.bytes);
    const aside = asideOf(run.request.id);
    const varied = candidates.map((one) => ({ ...one, title: one.title + aside, snippet: one.snippet + aside }));
    const bytes = toBinary(
      EvidenceSearchResultSchema,
      create(EvidenceSearchResultSchema, { ...rest, candidates: varied }),
    );
    return { ...outcome, summary: outcome.summary + aside, output: { ...outcome.output, bytes } };
  }
}

/** The sample run from intent to confirmed draft, with contents of its own, finalised unless it is to stay open. Gives its id. */
export const variedRun = async (engine: TestEngine, key: string, staysOpen = false): Promise<string> => {
  const run = await engine.newRun(key);
  run.aside = asideOf(run.runId);
  await run.to(6);
  await run.settle();
  if (!staysOpen) await run.advance();
  return run.runId;
};
