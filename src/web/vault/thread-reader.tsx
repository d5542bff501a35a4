import { useInfiniteQuery } from "@connectrpc/connect-query";
import { ThreadsService } from "../../../gen/pincite/vault/v1/threads_service_pb.ts";
import { useSay } from "../words/say.ts";
import { ReaderHead } from "./reader-head.tsx";
import { Row } from "./row.tsx";
import { Trouble } from "./trouble.tsx";
import { useVault } from "./vault-context.ts";
import { VirtualRows } from "./virtual-rows.tsx";

/** One thread: its messages, the oldest first. */
export const ThreadReader = ({ threadUid }: { readonly threadUid: string }) => {
  const say = useSay();
  const { place, go } = useVault();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery(
    ThreadsService.method.getThread,
    { strandId: place.strandId, threadUid, pageSize: 200, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: (page) => page.nextPageToken || undefined, retry: false },
  );
  const thread = data?.pages[0]?.thread;
  const messages = data?.pages.flatMap((page) => page.messages) ?? [];
  return (
    <article className="reader">
      <ReaderHead title={thread?.subject ?? ""} onBack={() => go({ threadUid: "" })}>
        <p className="vault-note">{thread?.participants.slice(0, 8).join(", ")}</p>
      </ReaderHead>
      {error ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
      <VirtualRows
        rows={messages}
        keyOf={({ docUid }) => docUid}
        estimate={76}
        label={
          thread?.messageCount === 1
            ? say("page-vault.one-message")
            : say("page-vault.messages-2", { messageCount: thread?.messageCount ?? 0 })
        }
        onEnd={hasNextPage && !isFetching ? () => void fetchNextPage() : undefined}
      >
        {({ docUid, title, authoredAtIso, authoredAtText, participants }) => (
          <Row
            docUid={docUid}
            date={authoredAtIso.slice(0, 16).replace("T", " ") || authoredAtText}
            from={participants[0] ?? ""}
            title={title}
            isCurrent={false}
            onOpen={() => go({ docUid, chunkUid: "" })}
          />
        )}
      </VirtualRows>
    </article>
  );
};
