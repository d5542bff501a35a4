import { useInfiniteQuery } from "@connectrpc/connect-query";
import { EventsService } from "../../../gen/pincite/vault/v1/events_service_pb.ts";
import { useSay } from "../words/say.ts";
import { Row } from "./row.tsx";
import { Trouble } from "./trouble.tsx";
import { useVault } from "./vault-context.ts";
import { VirtualRows } from "./virtual-rows.tsx";

/** Appointments in the order in which they begin. */
export const EventList = () => {
  const say = useSay();
  const { place, go } = useVault();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery(
    EventsService.method.listEvents,
    { strandId: place.strandId, pageSize: 100, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: (page) => page.nextPageToken || undefined, retry: false },
  );
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="vault-note">{say("page-vault.loading")}</p>;
  const events = data.pages.flatMap((page) => page.events);
  if (events.length === 0) return <p className="vault-empty">{say("page-vault.no-appointments-yet")}</p>;
  return (
    <VirtualRows
      rows={events}
      keyOf={({ eventUid }) => eventUid}
      estimate={76}
      label={say("page-vault.appointments")}
      onEnd={hasNextPage && !isFetching ? () => void fetchNextPage() : undefined}
    >
      {({ eventUid, title, occurredStartIso, participants, times }) => (
        <Row
          docUid={eventUid}
          date={occurredStartIso.slice(0, 16).replace("T", " ") || (times?.startText ?? "")}
          from={participants[0] ?? ""}
          title={title}
          aside={times?.location ?? ""}
          isCurrent={eventUid === place.docUid}
          onOpen={() => go({ docUid: eventUid, threadUid: "", chunkUid: "" })}
        />
      )}
    </VirtualRows>
  );
};
