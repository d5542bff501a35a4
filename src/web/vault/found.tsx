import { useInfiniteQuery } from "@connectrpc/connect-query";
import type { EvidenceCandidate, EvidenceSearchResult } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { VaultSearchService } from "../../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { useSay, useSentence } from "../words/say.ts";
import { kindFound } from "./kind-words.ts";
import { Row } from "./row.tsx";
import type { Asked } from "./search-form.tsx";
import { Trouble } from "./trouble.tsx";
import { useVault } from "./vault-context.ts";
import { VirtualRows } from "./virtual-rows.tsx";

const pageSize = 50;

/** What a search found, and how it was understood. */
export const Found = ({ asked, onAsk }: { readonly asked: Asked; readonly onAsk: (asked: Asked) => void }) => {
  const say = useSay();
  const { place, go } = useVault();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery(
    VaultSearchService.method.search,
    {
      query: asked.query,
      kinds: [...asked.kinds],
      occurredFromIso: asked.from,
      occurredToIso: asked.to,
      participants: asked.person.trim() === "" ? [] : [asked.person.trim()],
      strandId: place.strandId,
      pageSize,
      pageToken: "",
      orSuggested: true,
    },
    {
      pageParamKey: "pageToken",
      getNextPageParam: ({ result }) => result?.nextPageToken || undefined,
      retry: false,
    },
  );
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  const first = data?.pages[0]?.result;
  if (first === undefined) return <p className="vault-note">{say("page-vault.loading")}</p>;
  const candidates = data?.pages.flatMap(({ result }) => result?.candidates ?? []) ?? [];
  return (
    <>
      <Understood
        result={first}
        shown={candidates.length}
        onAsk={(query) => onAsk({ ...asked, query, version: asked.version + 1 })}
      />
      <VirtualRows
        rows={candidates}
        keyOf={({ evidenceId }) => evidenceId}
        estimate={96}
        label={say("page-vault.found", { totalCount: first.totalCount })}
        onEnd={hasNextPage && !isFetching ? () => void fetchNextPage() : undefined}
      >
        {(candidate) => (
          <Candidate candidate={candidate} onOpen={(docUid, chunkUid) => go({ docUid, chunkUid, threadUid: "" })} />
        )}
      </VirtualRows>
    </>
  );
};

const Candidate = ({
  candidate,
  onOpen,
}: {
  readonly candidate: EvidenceCandidate;
  readonly onOpen: (docUid: string, chunkUid: string) => void;
}) => {
  const say = useSay();
  const sentence = useSentence();
  const { place } = useVault();
  const docUid = candidate.evidenceId.replace(/^vault:/, "");
  return (
    <Row
      docUid={docUid}
      date={candidate.occurredAtIso.slice(0, 10)}
      from={candidate.participants[0] ?? say(kindFound(candidate.docType))}
      title={candidate.title}
      snippet={candidate.snippet}
      isCurrent={docUid === place.docUid}
      onOpen={() => onOpen(docUid, candidate.chunkUid)}
      notes={candidate.problem === "" ? null : <span className="row-problem">{sentence(candidate.problem)}</span>}
    />
  );
};

/** How a query was read, what of it was not understood, and what may find more. */
const Understood = ({
  result,
  shown,
  onAsk,
}: {
  readonly result: EvidenceSearchResult;
  readonly shown: number;
  readonly onAsk: (query: string) => void;
}) => {
  const say = useSay();
  const sentence = useSentence();
  const { queryNotes, queryReading, suggestedQuery, answeredQuery, refinedQuery, totalCount } = result;
  return (
    <div className="vault-understood">
      {queryNotes.map((note) => (
        <p key={note} className="vault-warn">
          {say("screen.not-understood", { note: sentence(note) })}
        </p>
      ))}
      {queryReading === "" ? null : <p className="vault-note">{say("screen.read-as", { queryReading })}</p>}
      {answeredQuery === "" ? null : (
        <p className="vault-warn">{say("screen.nothing-found-answered-instead", { answeredQuery })}</p>
      )}
      {suggestedQuery === "" || answeredQuery !== "" ? null : (
        <button type="button" className="quiet" onClick={() => onAsk(suggestedQuery)}>
          {say("screen.did-you-mean", { suggestedQuery })}
        </button>
      )}
      <p role="status" className="vault-note">
        {totalCount === 0 ? say("page-vault.no-matches") : say("page-vault.of-shown", { shown, totalCount })}
      </p>
      {totalCount > 0 || refinedQuery === "" ? null : (
        <button type="button" className="quiet" onClick={() => onAsk(refinedQuery)}>
          {say("page-vault.try", { refinedQuery })}
        </button>
      )}
    </div>
  );
};
