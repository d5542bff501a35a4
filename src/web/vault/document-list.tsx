import { useInfiniteQuery } from "@connectrpc/connect-query";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { daysShown } from "../quote/date-shown.ts";
import { useSay } from "../words/say.ts";
import { kindOf } from "./kind-words.ts";
import { Row } from "./row.tsx";
import { Trouble } from "./trouble.tsx";
import { useVault } from "./vault-context.ts";
import { VirtualRows } from "./virtual-rows.tsx";

/** Documents, messages among them, the newest first. */
export const DocumentList = () => {
  const say = useSay();
  const { place, go } = useVault();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery(
    DocsService.method.listDocs,
    { strandId: place.strandId, pageSize: 100, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: (page) => page.nextPageToken || undefined, retry: false },
  );
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="vault-note">{say("page-vault.loading")}</p>;
  const docs = data.pages.flatMap((page) => page.docs);
  if (docs.length === 0)
    return <p className="vault-empty">{say("page-vault.nothing-is-in-this-part-of-the-vault-yet-put")}</p>;
  return (
    <VirtualRows
      rows={docs}
      keyOf={({ docUid }) => docUid}
      estimate={76}
      label={say("page-vault.documents")}
      onEnd={hasNextPage && !isFetching ? () => void fetchNextPage() : undefined}
    >
      {(doc) => {
        const { docUid, title, participants, docType } = doc;
        return (
          <Row
            docUid={docUid}
            date={daysShown(doc, place.locale)}
            from={participants[0] ?? say(kindOf(docType))}
            title={title}
            aside={participants.length === 0 ? "" : say(kindOf(docType))}
            isCurrent={docUid === place.docUid}
            onOpen={() => go({ docUid, threadUid: "", chunkUid: "" })}
          />
        );
      }}
    </VirtualRows>
  );
};
