import { useInfiniteQuery } from "@connectrpc/connect-query";
import { ThreadsService } from "../../../gen/pincite/vault/v1/threads_service_pb.ts";
import { useSay } from "../words/say.ts";
import { Row } from "./row.tsx";
import { Trouble } from "./trouble.tsx";
import { useVault } from "./vault-context.ts";
import { VirtualRows } from "./virtual-rows.tsx";

/** Threads, the newest first. */
export const ThreadList = () => {
  const say = useSay();
  const { place, go } = useVault();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery(
    ThreadsService.method.listThreads,
    { strandId: place.strandId, query: "", pageSize: 100, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: (page) => page.nextPageToken || undefined, retry: false },
  );
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="vault-note">{say("page-vault.loading")}</p>;
  const threads = data.pages.flatMap((page) => page.threads);
  if (threads.length === 0) return <p className="vault-empty">{say("page-vault.no-threads-yet")}</p>;
  return (
    <VirtualRows
      rows={threads}
      keyOf={({ threadUid }) => threadUid}
      estimate={76}
      label={say("page-vault.threads")}
      onEnd={hasNextPage && !isFetching ? () => void fetchNextPage() : undefined}
    >
      {({ threadUid, subject, participants, messageCount, lastAtIso }) => (
        <Row
          date={lastAtIso.slice(0, 10)}
          from={participants[0] ?? ""}
          title={subject}
          aside={messageCount === 1 ? say("page-vault.one-message") : say("page-vault.messages-2", { messageCount })}
          isCurrent={threadUid === place.threadUid}
          onOpen={() => go({ threadUid, docUid: "", chunkUid: "" })}
        />
      )}
    </VirtualRows>
  );
};
