import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { DocDetail } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import {
  type EventSummary,
  EventSummarySchema,
  type EventsService,
  GetEventResponseSchema,
  type ListEventsRequest,
  ListEventsRequestSchema,
  ListEventsResponseSchema,
} from "../../../gen/pincite/vault/v1/events_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { pageScope } from "../../wire/page-token.ts";
import { nextPageToken, pageLimit, readPageToken } from "../page.ts";
import { compareText } from "../strand/catalogue.ts";
import type { Strand } from "../strand/strand.ts";
import type { Vault } from "../vault.ts";

export const eventsService = (vault: Vault): ServiceImpl<typeof EventsService> => ({
  async listEvents(request) {
    const strand = await vault.strand(request.strandId);
    const scope = pageScope(ListEventsRequestSchema, request, vault.owner);
    const { offset } = readPageToken(vault.tokens, request.pageToken, scope, strand.revision);
    const all = eventsOf(strand, request);
    const events = all.slice(offset, offset + pageLimit(request.pageSize, 50));
    const next = nextPageToken(vault.tokens, offset + events.length, all.length, scope, strand.revision);
    return create(ListEventsResponseSchema, { events, nextPageToken: next });
  },

  async getEvent({ strandId, eventUid }) {
    const strand = await vault.strand(strandId);
    const event = summaryOf(strand.record(eventUid).detail);
    if (event === undefined) throw notAnEvent(strand.id, eventUid);
    return create(GetEventResponseSchema, { event });
  },
});

/** Events that pass the filters, in order of start and id, those without a start behind. */
const eventsOf = (strand: Strand, { fromIso, toIso, includeSuperseded }: ListEventsRequest): EventSummary[] => {
  const wanted = strand.catalogue
    .docUids({ docTypes: ["event"], includeSuperseded })
    .flatMap((docUid) => summaryOf(strand.catalogue.record(docUid)?.detail) ?? []);
  // "~" sorts behind every digit. Days compare with instants by their first ten characters.
  const start = (event: EventSummary): string => event.occurredStartIso || "~";
  const end = (event: EventSummary): string => event.occurredEndIso || event.occurredStartIso;
  return wanted
    .filter((event) => fromIso === "" || end(event).slice(0, 10) >= fromIso)
    .filter((event) => toIso === "" || (event.occurredStartIso !== "" && start(event).slice(0, 10) <= toIso))
    .sort((a, b) => compareText(start(a), start(b)) || compareText(a.eventUid, b.eventUid));
};

const summaryOf = (detail: DocDetail | undefined): EventSummary | undefined => {
  const { summary, event } = detail ?? {};
  if (summary?.docType !== "event" || event === undefined) return undefined;
  return create(EventSummarySchema, {
    eventUid: summary.docUid,
    title: summary.title,
    occurredStartIso: event.startIso,
    occurredEndIso: event.endIso,
    timeZone: event.timeZone,
    participants: summary.participants,
    times: event,
  });
};

const notAnEvent = (strandId: string, eventUid: string): DomainError =>
  new DomainError(
    "DOCUMENT_NOT_FOUND",
    worded("source-error.strand-has-no-event-list-its-events", { strandId, eventUid }),
    {
      docUid: eventUid,
      strandId,
    },
  );
