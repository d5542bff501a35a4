import { useTransport } from "@connectrpc/connect-query";
import { useEffect, useMemo, useState } from "react";
import type { ModelAttempt } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import type { ReceiptEntry, VerifyReceiptResponse } from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { toolDoes } from "../../cli/print/tool-word.ts";
import { customsOf } from "../../messages/locale.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { promptPart } from "../words/prompt-parts.ts";
import { useSay } from "../words/say.ts";
import { useWords } from "../words/use-words.ts";
import { type Audit, auditOf, type Decided, readSeen, readTrace, type Seen, type TraceOfRun } from "./read-trace.ts";
import { useRun } from "./run-store.ts";
import { TraceCalls } from "./trace-calls.tsx";
import { Failed, type Read } from "./trace-failed.tsx";

addLateTexts();

/** Who said yes to what, what was looked up and why, what the model saw, and the receipts of its searches. */
export const TracePanel = () => {
  const say = useSay();
  const transport = useTransport();
  const { clients, view } = useRun();
  const { runId, eventCount } = view.context;
  const audit = useMemo(() => auditOf(transport), [transport]);
  const [trace, setTrace] = useState<Read<TraceOfRun>>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every event and every new try reads again
  useEffect(() => {
    let isGone = false;
    readTrace(clients, audit, runId).then(
      (read) => isGone || setTrace(read),
      () => isGone || setTrace("failed"),
    );
    return () => {
      isGone = true;
    };
  }, [clients, audit, runId, eventCount, tries]);
  if (trace === "failed") return <Failed onRetry={() => setTries(tries + 1)} />;
  if (trace === undefined) return null;
  const { decided, calls, attempts, receipts } = trace;
  return (
    <>
      <h2>{say("page-trace.who-said-yes")}</h2>
      {decided.length === 0 ? <p className="note">{say("page-trace.nobody-has-decided-anything-yet")}</p> : null}
      <ul className="decided">
        {decided.map((one) => (
          <Deciding key={one.seq} decided={one} />
        ))}
      </ul>
      <h2>{say("page-trace.what-was-looked-up-six-answers-each")}</h2>
      <TraceCalls calls={calls} />
      <h2>{say("page-trace.what-the-model-saw-part-by-part")}</h2>
      {attempts.length === 0 ? <p className="note">{say("page-trace.no-model-was-asked-yet")}</p> : null}
      {attempts.map((attempt) => (
        <Attempt key={`${attempt.turnId} ${attempt.step} ${attempt.reformat}`} attempt={attempt} />
      ))}
      <h2>{say("page-trace.receipts")}</h2>
      {receipts.length === 0 ? <p className="note">{say("page-trace.no-search-has-ended-yet")}</p> : null}
      <ul className="receipts">
        {receipts.map((entry) => (
          <Receipt key={entry.ref?.digest} entry={entry} audit={audit} />
        ))}
      </ul>
    </>
  );
};

/** A person's name on each thing that was agreed to. */
const Deciding = ({ decided: { by, timeIso, confirmed, rejected } }: { readonly decided: Decided }) => {
  const say = useSay();
  const { speech } = useWords();
  const name = by?.name ?? "";
  const lines = [
    ["page-trace.said-yes", confirmed],
    ["page-trace.said-no", rejected],
  ] as const;
  return (
    <li data-by={name}>
      <ul>
        {lines.flatMap(([phrase, items]) =>
          items.map((itemId) => (
            <li key={itemId} data-item={itemId}>
              <strong>{say(phrase, { name })}</strong>: {speech.itemName(itemId)}
            </li>
          )),
        )}
      </ul>
      <p className="note">
        <time dateTime={timeIso}>{new Date(timeIso).toLocaleString(customsOf(speech.locale))}</time>
        {by?.asserted ? ` · ${say("page-trace.the-name-is-what-the-server-was-told-and-was")}` : ""}
      </p>
    </li>
  );
};

/** One call of a model. Its texts are fetched when somebody opens it. */
const Attempt = ({ attempt }: { readonly attempt: ModelAttempt }) => {
  const say = useSay();
  const { clients } = useRun();
  const [seen, setSeen] = useState<Read<Seen>>();
  const read = (): void => {
    setSeen(undefined);
    readSeen(clients, attempt).then(setSeen, () => setSeen("failed"));
  };
  return (
    <details
      className="more attempt"
      data-attempt={`${attempt.turnId} ${attempt.step}`}
      onToggle={(event) => {
        if (event.currentTarget.open && seen === undefined) read();
      }}
    >
      <summary>
        {say("page-trace.step", { step: attempt.step + 1 })} · {attempt.model}
      </summary>
      {seen === "failed" ? <Failed onRetry={read} /> : seen ? <SeenParts seen={seen} /> : null}
    </details>
  );
};

const SeenParts = ({ seen: { parts, digests } }: { readonly seen: Seen }) => {
  const say = useSay();
  const { speech } = useWords();
  const nameOf = (name: string): string => promptPart(name, speech);
  if (parts.length === 0)
    return (
      <p className="note">
        {say("page-trace.this-turn-was-recorded-before-texts-were-kept", {
          instructions: digests[0],
          question: digests[1],
        })}
      </p>
    );
  return parts.map(({ name, start, end, isSystem, text }) => (
    <section key={`${isSystem} ${start}`} className="seen-part" data-part={name}>
      <h3>
        {isSystem
          ? say("page-trace.instructions", { nameOf: nameOf(name) })
          : say("page-trace.question", { nameOf: nameOf(name) })}
      </h3>
      <p className="note">{say("page-trace.characters-to", { start, end })}</p>
      <pre>{text}</pre>
    </section>
  ));
};

/** What the server states about one call, and whether it holds when it is checked. */
const Receipt = ({ entry: { receipt }, audit }: { readonly entry: ReceiptEntry; readonly audit: Audit }) => {
  const say = useSay();
  const { speech } = useWords();
  const [checked, setChecked] = useState<Read<VerifyReceiptResponse>>();
  const id = receipt?.receiptId ?? "";
  const check = (): void => {
    audit.verifyReceipt({ receipt: { case: "id", value: id } }).then(setChecked, () => setChecked("failed"));
  };
  return (
    <li data-receipt={id}>
      <p>
        {receipt?.number}. {toolDoes(receipt?.toolName ?? "", speech)}{" "}
        <button
          type="button"
          className="quiet"
          onClick={check}
          aria-label={`${say("page-trace.check")} ${receipt?.number}`}
        >
          {say("page-trace.check")}
        </button>
      </p>
      <div role="status">
        {checked === "failed" ? (
          say("page-trace.this-could-not-be-read-try-again")
        ) : checked ? (
          <Checks checked={checked} />
        ) : null}
      </div>
    </li>
  );
};

const Checks = ({ checked: { valid, checks } }: { readonly checked: VerifyReceiptResponse }) => {
  const say = useSay();
  const { speech } = useWords();
  return (
    <>
      <p data-valid={valid}>
        <strong>{say(valid ? "page-trace.it-holds" : "page-trace.it-does-not-hold")}</strong>
      </p>
      <ul>
        {checks.map(({ name, passed, detail }) => (
          <li key={name}>
            {say(passed ? "proof.holds" : "page-trace.does-not-hold")}: {speech.sentence(detail)}
          </li>
        ))}
      </ul>
    </>
  );
};
