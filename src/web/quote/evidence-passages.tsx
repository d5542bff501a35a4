import { createClient } from "@connectrpc/connect";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Passage } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { LawSpanService } from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import type { SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { VaultSpanService } from "../../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { useSay } from "../words/say.ts";
import type { Asking } from "./ask-source.ts";
import { AskedPassage, Waiting } from "./asked.tsx";
import { QuoteAddress } from "./quote-address.tsx";
import { Trouble } from "./trouble.tsx";
import { useAsking } from "./use-asking.ts";

/** Passages of one piece of evidence, each with a way to quote from it. */
export const EvidencePassages = ({
  evidenceId,
  query,
  onPropose,
}: {
  readonly evidenceId: string;
  readonly query: string;
  readonly onPropose: ((span: SpanRef) => void) | undefined;
}) => {
  const say = useSay();
  const asking = useAsking();
  const [chosen, setChosen] = useState<Passage>();
  const { data, error, refetch } = useQuery({
    queryKey: ["passages", asking.strandId, evidenceId, query],
    queryFn: () => passagesOf(asking, evidenceId, query),
    retry: false,
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting />;
  if (chosen !== undefined) return <AskedPassage passage={chosen} onPropose={onPropose} />;
  if (data.length === 0) return <p className="quote-note">{say("page-quote.no-passage-can-be-given-of-it")}</p>;
  return (
    <ol className="quote-passages" aria-label={say("page-quote.passages-of-this-document")}>
      {data.map((passage) => (
        <li key={passage.startChar}>
          <QuoteAddress address={passage.address} />
          <p className="quote-passage">
            <bdi>{passage.text}</bdi>
          </p>
          <button type="button" onClick={() => setChosen(passage)}>
            {say("page-vault.quote-from-here")}
          </button>
        </li>
      ))}
    </ol>
  );
};

/** Passages shown of one piece of evidence. */
const passagesMax = 5;

const passagesOf = async (
  { transport, strandId }: Asking,
  evidenceId: string,
  query: string,
): Promise<readonly Passage[]> => {
  if (evidenceId.startsWith("law:")) return passagesOfLaw(transport, evidenceId.slice("law:".length), query);
  const service = createClient(VaultSpanService, transport);
  const asked = { strandId, evidenceIds: [evidenceId], query: query.slice(0, 1_000), passagesMax };
  return (await service.resolveIds(asked)).results[0]?.passages ?? [];
};

/** Of a unit the words of its path serve as well as any, where a person gave none. */
const passagesOfLaw = async (
  transport: Asking["transport"],
  lawId: string,
  query: string,
): Promise<readonly Passage[]> => {
  const [docUid = "", path = ""] = lawId.split("#");
  const entries = [{ locator: { docUid }, query: (query || path).slice(0, 500), passageLimit: passagesMax }];
  return (await createClient(LawSpanService, transport).resolveSpans({ entries })).results[0]?.passages ?? [];
};
