import { useMutation, useQuery } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { LawPackService } from "../../../gen/pincite/lawbot/v1/law_pack_service_pb.ts";
import { dateInWords } from "../../export/days.ts";
import { sentenceOf } from "../quote/trouble.tsx";
import { newKey } from "../run/run-store.ts";
import { useSentence } from "../words/say.ts";
import { useWords } from "../words/use-words.ts";

/** The law that came with the program, loaded by one press: nobody is asked for it. What its texts are worth is said before. */
export const AddShipped = ({ named }: { readonly named: readonly string[] }) => {
  const { say, speech } = useWords();
  const sentence = useSentence();
  const queries = useQueryClient();
  const { data, error: unread } = useQuery(LawPackService.method.getShippedPack, {}, { retry: false });
  const {
    mutate,
    data: added,
    error,
    isPending,
  } = useMutation(LawPackService.method.addShippedPack, {
    onSettled: () => queries.invalidateQueries(),
  });
  const pack = data?.pack;
  if (unread) return <p role="alert">{sentence(sentenceOf(unread))}</p>;
  if (pack === undefined) return null;
  const there = named.filter((lawId) => pack.lawIds.includes(lawId)).length;
  const isLoaded = pack.loadedTextCount === pack.textCount;
  const refused = added?.report?.refusedCount ?? 0;
  return (
    <section className="shipped-law" data-shipped-law={isLoaded ? "loaded" : ""}>
      <p>
        {say("page-law.shipped", {
          laws: pack.lawIds.length,
          kB: Math.ceil(pack.sizeBytes / 1000),
          there,
          named: named.length,
        })}
      </p>
      <p className="note">
        {say("page-law.shipped-of-what-day", { day: dateInWords(pack.usualValidFrom, speech.locale) })}
      </p>
      {isLoaded ? null : (
        <button
          type="button"
          disabled={isPending}
          onClick={() => mutate({ idempotencyKey: newKey(), sha256: pack.sha256 })}
        >
          {say("page-law.load-shipped")}
        </button>
      )}
      <span role="status">
        {isPending ? ` ${say("page.one-moment")}` : null}
        {isLoaded ? say("page-law.shipped-is-loaded") : null}
        {refused > 0 ? say("page-law.shipped-was-refused", { count: refused }) : null}
        {error ? say("page-runs.that-did-not-work", { sentenceOf: sentence(sentenceOf(error)) }) : null}
      </span>
    </section>
  );
};
