import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { acceptTurn, type ExpectedTurn } from "../../../src/model/accept.ts";
import { cutObject } from "../../../src/model/providers/repair/cut-object.ts";
import { type Attempt, repairTurn } from "../../../src/model/repair.ts";
import { expectedTurn, searchTurn, utf8 } from "../turns.ts";

/** A query as evidence may look: what a careless repair would change. */
export const awkwardQuery = 'zij zei “ja”, ‘nee’ en {niets} ``` \\ "x"';

/** What became of one output, and which tools it would have run. */
export interface Outcome {
  readonly how: "executed" | "repaired" | "text" | "stopped";
  readonly attempt: Attempt;
  /** The query of the search that was accepted; undefined: none was. */
  readonly query: string | undefined;
}

/** Takes one output in REPAIR with nobody to write it again: what mending alone can do. */
export const outcomeOf = async (raw: string, change: Partial<ExpectedTurn> = {}): Promise<Outcome> => {
  const attempts: Attempt[] = [];
  const output = { raw: utf8(raw), inputTokens: 0, outputTokens: 0 };
  const result = await repairTurn(output, expectedTurn(change), {
    reformat: async () => undefined,
    record: async (attempt) => void attempts.push(attempt),
  });
  const attempt = attempts[0] as Attempt;
  const turn = result.ok && !result.degraded ? result.turn.turn : undefined;
  const params = turn?.case === "tool" ? turn.value.requests[0]?.params?.params : undefined;
  const query = params?.case === "vaultSearch" ? params.value.query : undefined;
  if (!result.ok) return { how: "stopped", attempt, query };
  if (result.degraded) return { how: "text", attempt, query };
  return { how: attempt.slice ? "repaired" : "executed", attempt, query };
};

/** The outputs of each set, by its name. */
export const outputSets = (data: string): Record<string, string[]> => {
  const cases = lines(readFileSync(join(data, "json-repair-cases/cases.jsonl"), "utf8"));
  const outputs = lines(gunzipSync(readFileSync(join(data, "json-llm-outputs/outputs.jsonl.gz"))).toString("utf8"));
  const ofSet = (name: string) => cases.filter((one) => one.set === name).map((one) => one.input as string);
  return {
    "jsonrepair cases": ofSet("jsonrepair"),
    "json_repair cases": ofSet("json_repair"),
    "model outputs": outputs.map((one) => one.raw as string),
  };
};

const lines = (text: string): Record<string, unknown>[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** The same outputs with a clean search in place of their first object: their frames, that is. */
export const framed = (outputs: readonly string[]): string[] => {
  const clean = JSON.stringify(searchTurn({ params: { vaultSearch: { query: awkwardQuery } } }));
  return outputs.flatMap((raw) => {
    const cut = cutObject(raw);
    return cut ? [raw.slice(0, cut.start) + clean + raw.slice(cut.end)] : [];
  });
};

/** True when the strict checks alone would have taken what was judged last. */
export const strictlyAccepted = ({ attempt }: Outcome): boolean =>
  acceptTurn(attempt.slice ?? attempt.output.raw, expectedTurn()).ok;
