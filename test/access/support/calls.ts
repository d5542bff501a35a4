import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  create,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
  type Message,
  ScalarType,
} from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { Code, ConnectError } from "@connectrpc/connect";
import { fromConnectError } from "../../../src/wire/client.ts";

/** Every service that a server of ours may serve. */
export const services = async (): Promise<DescService[]> => {
  const gen = join(import.meta.dirname, "../../../gen/pincite");
  const files = readdirSync(gen, { recursive: true, encoding: "utf8" }).filter((name) =>
    /v1\/\w+_service_pb\.ts$/u.test(name),
  );
  const modules: Record<string, unknown>[] = await Promise.all(files.map((name) => import(join(gen, name))));
  const isService = (one: unknown): one is DescService => (one as DescService | undefined)?.kind === "service";
  return modules.flatMap((one) => Object.values(one)).filter(isService);
};

/** What a field says where a call must say something; it is of no run that there is. */
const fillers: Readonly<Record<string, () => unknown>> = {
  idempotency_key: () => crypto.randomUUID(),
  expected_version: () => "1-0000000000000000",
  version: () => "1",
  format: () => "md",
  digest: () => "0".repeat(64),
  sha256: () => "0".repeat(64),
  proposal_digest: () => "0".repeat(64),
  params_digest: () => "0".repeat(64),
  source_digest: () => "0".repeat(64),
  doc_uid: () => "0".repeat(64),
  law_doc_uid: () => "BWBR0000001@2000-01-01",
  upload_id: () => "0".repeat(64),
  request_id: () => "toolreq:01J00000000000000000000000",
  id: () => "toolreq:01J00000000000000000000000",
  event_uid: () => "0".repeat(64),
  thread_uid: () => "0".repeat(64),
  evidence_id: () => `vault:${"0".repeat(64)}`,
  path: () => "a.txt",
  query: () => "report",
  text: () => "word",
  size_bytes: () => 1n,
  end_char: () => 1,
  tool_name: () => "vault.search",
  bundle_uid: () => "bundle",
  summary: () => "nothing",
  change: () => "law-date=2024-01-01",
  slot_id: () => "slot:1",
  to_state: () => 1,
  decision: () => 1,
  status: () => 1,
  kind: () => 1,
};

/** Parts of requests that a call of this method must have. */
const partsOf: Readonly<Record<string, object>> = {
  CorrectReading: { corrections: [{ startChar: 0, endChar: 1, words: "M" }] },
  CorrectSpeaker: { stretches: [{ startChar: 0, endChar: 1, speaker: "M" }] },
  CreateBundle: { offeredStrandIds: ["of-nobody-else"] },
  ReadBack: { docx: new Uint8Array([1]) },
  Propose: { proposal: { proposal: { case: "intentSeed", value: { goal: "to answer" } } } },
  Confirm: { items: [{ itemId: "intent", decision: 1 }] },
  PrepareAct: { act: { case: "finalising", value: true } },
  ChooseEvidence: { choice: { case: "withdrawn", value: true } },
  RequestTool: { params: { params: { case: "vaultSearch", value: { query: "word" } } } },
};

/** A request with an id at a path, and what else it must say. */
export const requestFor = (method: DescMethod, path: string, id: string, { docUid = "" } = {}): Message => {
  const message = create(method.input, partsOf[method.name] as never);
  fill(method.input, message);
  let [holder, desc]: [Message, DescMessage] = [message, method.input];
  const names = path.split(".");
  for (const [at, name] of names.entries()) {
    const field = desc.fields.find((one) => one.name === name) as DescField;
    const here = reflect(desc, holder);
    if (at === names.length - 1) here.set(field, id);
    else {
      const inner = field.message as DescMessage;
      const made = here.isSet(field) ? (here.get(field) as { message: Message }).message : create(inner);
      fill(inner, made);
      here.set(field, reflect(inner, made));
      [holder, desc] = [made, inner];
    }
  }
  const doc = method.input.fields.find(({ name }) => name === "doc_uid");
  if (docUid !== "" && doc) reflect(method.input, message).set(doc, docUid);
  const docs = method.input.fields.find(({ name }) => name === "doc_uids");
  if (docUid !== "" && docs) Object.assign(message, { [docs.localName]: [docUid] });
  return message;
};

const fill = (desc: DescMessage, message: Message): void => {
  const here = reflect(desc, message);
  for (const field of desc.fields) {
    const value = fillers[field.name]?.();
    const takes = field.fieldKind === "scalar" ? scalarKinds[field.scalar] : field.fieldKind === "enum" && "number";
    if (takes === typeof value && !field.oneof) here.set(field, value as never);
  }
};

const scalarKinds: Readonly<Partial<Record<ScalarType, string>>> = {
  [ScalarType.STRING]: "string",
  [ScalarType.UINT32]: "number",
  [ScalarType.UINT64]: "bigint",
};

type AnyClient = Record<string, (message: unknown, options: { timeoutMs: number }) => unknown>;

/** How a call ends: its first answer, or all that its refusal says. A watch is ended after a while. */
export const outcomeOf = async (client: unknown, method: DescMethod, message: Message, timeoutMs = 2_000) => {
  async function* one() {
    yield message;
  }
  const isMany = /^(client|bidi)/u.test(method.methodKind);
  try {
    const answer = (client as AnyClient)[method.localName]?.(isMany ? one() : message, { timeoutMs });
    if (method.methodKind === "server_streaming" || method.methodKind === "bidi_streaming") {
      for await (const first of answer as AsyncIterable<Message>) return { reason: "", told: "", answer: first };
      return { reason: "", told: "" };
    }
    return { reason: "", told: "", answer: (await answer) as Message };
  } catch (error) {
    const { reason, message: told, facts } = fromConnectError(error);
    const code = error instanceof ConnectError ? Code[error.code] : "";
    return { reason, told: JSON.stringify([code, told, facts]) };
  }
};
