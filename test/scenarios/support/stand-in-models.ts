import { create } from "@bufbuild/protobuf";
import type { ModelRequest } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { GenerateResponseSchema, ModelService } from "../../../gen/pincite/model/v1alpha1/model_service_pb.ts";
import { extractiveProvider } from "../../../src/model/providers/extractive/provider.ts";
import { type Asked, json, type StandIn, standIn } from "../../model/providers/stand-in.ts";
import { startOwnServer } from "../../support/own-server.ts";

/** One call of a model as it was answered: everything the model read, and what it wrote. */
export interface AnsweredCall {
  readonly read: string;
  readonly nonce: string;
  readonly raw: string;
}

/**
 * A ModelService of somebody else's, over a real socket, that answers as the embedded provider would. It gets whole
 * requests, so it can; what it was asked and said is kept, for the stand-ins that get nothing but text.
 */
export const startModelService = async () => {
  const answered: AnsweredCall[] = [];
  const extractive = extractiveProvider();
  const generate = async (request: ModelRequest | undefined) => {
    if (!request) throw new Error("a call without a request");
    const { raw } = await extractive.generate(request, new AbortController().signal);
    const read = request.systemPrompt + request.prompt;
    answered.push({ read, nonce: request.nonce, raw: Buffer.from(raw).toString() });
    return create(GenerateResponseSchema, { rawOutput: raw, inputTokens: 100, outputTokens: 20 });
  };
  const server = await startOwnServer({
    routes: (router) => void router.service(ModelService, { generate: ({ request }) => generate(request) }),
  });
  return { url: server.url, answered, stop: () => server.stop() };
};

/** The APIs that get text and give text: what they were asked, and how they wrap an answer. */
const apis = {
  anthropic: {
    read: ({ body }: Asked): string => textOf(body.system) + textOf(body.messages),
    reply: (text: string, model: string) => ({
      ...{ type: "message", role: "assistant", model, stop_reason: "end_turn" },
      content: [{ type: "text", text }],
      usage: { input_tokens: 100, output_tokens: 20 },
    }),
  },
  "openai-compatible": {
    read: ({ body }: Asked): string => textOf(body.messages),
    reply: (text: string) => ({
      choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
      usage: { prompt_tokens: 100, completion_tokens: 20 },
    }),
  },
} as const;

/** All text of a request's part, in order: it may be a string, or blocks and messages that hold some. */
const textOf = (part: unknown): string => {
  if (typeof part === "string") return part;
  if (Array.isArray(part)) return part.map(textOf).join("");
  const { text, content } = (part ?? {}) as { text?: unknown; content?: unknown };
  return part && typeof part === "object" ? textOf(text ?? "") + textOf(content ?? "") : "";
};

/**
 * A server that stands in for a live API and says, call for call, what was said in the same case before. Ids that are
 * minted anew in each run stand at the same places of what the model reads, so they are put in place of the old ones.
 */
export const startLiveApi = async (
  name: keyof typeof apis,
  model: string,
  before: readonly AnsweredCall[],
): Promise<StandIn> => {
  const { read, reply } = apis[name];
  const server = await standIn((response) => {
    const asked = server.asked.at(-1);
    const recorded = before[server.asked.length - 1];
    if (!asked || !recorded) return json({ error: { message: "asked more often than before" } }, 500)(response);
    return json(reply(inTermsOf(recorded, read(asked)), model))(response);
  });
  return server;
};

/** Ids that differ from run to run: ULIDs, and the hashes of what names them. */
const minted = /\b(?:(?:toolres|toolreq|turn):[0-9A-Z]{26}|(?:binding|entry):\d+:[0-9a-f]{16})/g;

const inTermsOf = (recorded: AnsweredCall, read: string): string => {
  const nonce = /Its "nonce" is "([\w-]+)"/.exec(read)?.[1] ?? "";
  const [then, now] = [recorded.read.match(minted) ?? [], read.match(minted) ?? []];
  const ids = new Map(then.map((id, at) => [id, now[at] ?? id]));
  return recorded.raw.replaceAll(recorded.nonce, nonce).replace(minted, (id) => ids.get(id) ?? id);
};
