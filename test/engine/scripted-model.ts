import type { ModelRequest } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { nextActionLabels } from "../../src/model/labels.ts";
import type { ModelOutput, ModelProvider } from "../../src/model/provider.ts";

/** What the model says in one step; it may wait, throw or babble. */
export type Line = (request: ModelRequest, signal: AbortSignal) => unknown;

/**
 * A model that says what it is told to, one line for each step, and remembers what it was asked. Text goes out as it
 * is, anything else as JSON. Asked for more than it was told, it gives an empty final answer.
 */
export class ScriptedModel implements ModelProvider {
  readonly name = "scripted";
  readonly asked: ModelRequest[] = [];
  readonly #lines: Line[] = [];

  say(...lines: readonly Line[]): this {
    this.#lines.push(...lines);
    return this;
  }

  get hasLine(): boolean {
    return this.#lines.length > 0;
  }

  async generate(request: ModelRequest, signal: AbortSignal): Promise<ModelOutput> {
    this.asked.push(request);
    const said = await (this.#lines.shift() ?? final())(request, signal);
    const text = typeof said === "string" ? said : JSON.stringify(said);
    return { raw: new TextEncoder().encode(text), inputTokens: 10, outputTokens: 5 };
  }
}

/** A request for a tool as a model writes it. */
export interface Ask {
  readonly toolName: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly slotId?: string;
  readonly reason?: string;
}

/** Asks for these tools. */
export const tools =
  (...requests: readonly Ask[]): Line =>
  ({ nonce }) => ({ nonce, tool: { requests: requests.map((one) => ({ reason: "Look for it.", ...one })) } });

/** Ends the turn; without a proposal unless one is given, as proto3-JSON. */
export const final =
  (answer: Readonly<Record<string, unknown>> = {}): Line =>
  ({ nonce, context }) => ({
    nonce,
    final: { message: "Done.", nextAction: nextActionLabels(context?.state ?? 0)[0], ...answer },
  });

/** A search of the Vault. */
export const vaultSearch = (query: string, slotId = ""): Ask => ({
  toolName: "vault.search",
  slotId,
  params: { vaultSearch: { query } },
});

/** A search of LawBot. */
export const lawSearch = (query: string, slotId = ""): Ask => ({
  toolName: "lawbot.search",
  slotId,
  params: { lawbotSearch: { query } },
});
