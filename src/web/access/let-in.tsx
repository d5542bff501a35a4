import { type FormEvent, useState } from "react";
import { Relation_Kind as Kind } from "../../../gen/pincite/access/v1/relation_pb.ts";
import { kindWords } from "../../cli/print/access-lines.ts";
import { newKey } from "../run/run-store.ts";
import { useWords } from "../words/use-words.ts";
import type { AccessAct } from "./use-access.ts";

/** What somebody may be let in as. */
export const kindsLetIn = [Kind.READER, Kind.REVIEWER, Kind.EDITOR, Kind.OWNER] as const;

/** A person's name, what they may do, and one press. */
export const LetIn = ({
  runId,
  access,
  issuers,
  own,
}: {
  readonly runId: string;
  readonly access: AccessAct;
  readonly issuers: readonly string[];
  /** Who signed in whoever lets in: most often the same. */
  readonly own: string;
}) => {
  const { say, speech } = useWords();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Kind>(Kind.READER);
  const [issuer, setIssuer] = useState("");
  const at = issuer || (issuers.includes(own) ? own : (issuers[0] ?? ""));
  const letIn = async (): Promise<string> => {
    const relation = {
      kind,
      object: { case: "runId", value: runId } as const,
      who: { case: "person", value: { issuer: at, subject: name.trim() } } as const,
    };
    const { changed } = await access.client.grant({ idempotencyKey: newKey(), relation });
    const told = { name: name.trim(), does: kindWords(speech, kind) };
    return say(changed ? "access-page.now-they-may" : "access-page.was-so-before", told);
  };
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() !== "" && (await access.act(letIn))) setName("");
  };
  return (
    <form data-let-in="" onSubmit={(event) => void send(event)}>
      <h3>{say("access-page.let-somebody-in")}</h3>
      <p className="note">{say("access-page.papers-stay-shut")}</p>
      <label className="field">
        {say("access-page.name-they-sign-in-with")}
        <input value={name} maxLength={255} autoComplete="off" onChange={({ target }) => setName(target.value)} />
      </label>
      <label className="field">
        {say("access-page.what-they-may")}
        <select value={kind} onChange={({ target }) => setKind(Number(target.value) as Kind)}>
          {kindsLetIn.map((one) => (
            <option key={one} value={one}>
              {kindWords(speech, one)}
            </option>
          ))}
        </select>
      </label>
      {issuers.length > 1 ? (
        <label className="field">
          {say("access-page.who-signs-them-in")}
          <select value={at} onChange={({ target }) => setIssuer(target.value)}>
            {issuers.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      ) : null}
      <button type="submit" disabled={access.isBusy || name.trim() === ""}>
        {say("access-page.let-in")}
      </button>
    </form>
  );
};
