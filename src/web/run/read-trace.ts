import { type Client, createClient, type Transport } from "@connectrpc/connect";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  ContextManifestSchema,
  type ModelAttempt,
  ModelAttemptSchema,
} from "../../../gen/pincite/model/v1/model_call_pb.ts";
import {
  type AuditedEvent,
  AuditService,
  type ReceiptEntry,
} from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { type ShownPart, shownParts } from "../../cli/print/prompt-parts.ts";
import type { Clients } from "./clients.ts";
import { readArtifacts, readTexts } from "./load-view.ts";

export type Audit = Client<typeof AuditService>;

/** Client of what happened, for those who check. */
export const auditOf = (transport: Transport): Audit => createClient(AuditService, transport);

/** Items that one person decided about at once. */
export interface Decided {
  readonly seq: number;
  readonly timeIso: string;
  readonly by: Principal | undefined;
  readonly confirmed: readonly string[];
  readonly rejected: readonly string[];
}

/** A call of a tool that was asked for. */
export interface CallOfRun {
  readonly requestId: string;
  readonly toolName: string;
}

/** What is told of how a run came about. */
export interface TraceOfRun {
  readonly decided: readonly Decided[];
  readonly calls: readonly CallOfRun[];
  readonly attempts: readonly ModelAttempt[];
  readonly receipts: readonly ReceiptEntry[];
}

const pageSize = 1_000;

/** Reads a run's decisions, its calls of tools, those of its model and its receipts, each oldest first. */
export const readTrace = async (clients: Clients, audit: Audit, runId: string): Promise<TraceOfRun> => {
  const events = await eventsOf(audit, runId);
  const refs = events
    .flatMap(({ event }) => event?.artifacts ?? [])
    .filter(({ role }) => role === "model_attempt")
    .map(({ ref }) => ref);
  return {
    decided: events.flatMap(decidedIn),
    calls: events.flatMap(({ event }) => (event?.event.case === "toolRequested" ? [event.event.value] : [])),
    attempts: await readArtifacts(clients, ModelAttemptSchema, refs),
    receipts: await receiptsOf(audit, runId),
  };
};

const decidedIn = ({ seq, event }: AuditedEvent): Decided[] => {
  if (event?.event.case !== "itemsDecided") return [];
  const { items } = event.event.value;
  const of = (wanted: number) => items.filter(({ decision }) => decision === wanted).map(({ itemId }) => itemId);
  return [{ seq, timeIso: event.timeIso, by: event.actor, confirmed: of(1), rejected: of(2) }];
};

const eventsOf = async (audit: Audit, runId: string): Promise<AuditedEvent[]> => {
  const all: AuditedEvent[] = [];
  for (let pageToken = ""; ; ) {
    const page = await audit.listEvents({ runId, pageSize, pageToken });
    all.push(...page.events);
    pageToken = page.nextPageToken;
    if (pageToken === "") return all;
  }
};

const receiptsOf = async (audit: Audit, runId: string): Promise<ReceiptEntry[]> => {
  const all: ReceiptEntry[] = [];
  for (let pageToken = ""; ; ) {
    const page = await audit.listReceipts({ runId, pageSize, pageToken });
    all.push(...page.receipts);
    pageToken = page.nextPageToken;
    if (pageToken === "") return all;
  }
};

/** What a model saw in one call. */
export interface Seen {
  readonly parts: readonly ShownPart[];
  /** SHA-256 of both texts. */
  readonly digests: readonly [system: string, prompt: string];
}

/** Both texts of a call, cut into the parts that its manifest names. */
export const readSeen = async (clients: Clients, { manifest }: ModelAttempt): Promise<Seen> => {
  const [read] = await readArtifacts(clients, ContextManifestSchema, [manifest]);
  if (read === undefined) return { parts: [], digests: ["", ""] };
  const [systemPrompt = "", prompt = ""] = await readTexts(clients, [read.systemPrompt, read.prompt]);
  return {
    parts: shownParts(read, { systemPrompt, prompt }),
    digests: [read.systemPromptSha256, read.promptSha256],
  };
};
