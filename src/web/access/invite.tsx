import { useQuery } from "@connectrpc/connect-query";
import { type FormEvent, useState } from "react";
import { toHex } from "#kit/hex.ts";
import { invitationLink } from "#kit/invitation-link.ts";
import {
  AccessService,
  type IssuedInvitation,
  IssuedInvitation_State as State,
} from "../../../gen/pincite/access/v1/access_service_pb.ts";
import { Relation_Kind as Kind } from "../../../gen/pincite/access/v1/relation_pb.ts";
import { kindWords } from "../../cli/print/access-lines.ts";
import type { PlainId } from "../../messages/speech.ts";
import { TroubleNote } from "../parts/trouble-note.tsx";
import { dayShown } from "../quote/date-shown.ts";
import { newKey } from "../run/run-store.ts";
import { useWords } from "../words/use-words.ts";
import { type AccessAct, useAccess } from "./use-access.ts";

/** What somebody may be invited as. */
const kindsInvited = [Kind.READER, Kind.REVIEWER, Kind.EDITOR] as const;

const dayMs = 24 * 3_600_000;
const [usualDays, mostDays] = [7, 30];
const dayIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

const secretBytes = 32;

/** A secret that nobody can guess, and the digest of it, which alone the server is told. */
const newSecret = async (): Promise<{ secret: string; secretSha256: string }> => {
  const random = crypto.getRandomValues(new Uint8Array(secretBytes));
  const secret = btoa(String.fromCharCode(...random))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/u, "");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  return { secret, secretSha256: toHex(new Uint8Array(digest)) };
};

/** Links that let somebody into a run: a way to make one, and those that were made with a way to take back. */
export const Invitations = ({ runId }: { readonly runId: string }) => {
  const { say } = useWords();
  const { data, refetch } = useQuery(AccessService.method.listInvitations, { runId }, { retry: false });
  const access = useAccess(refetch);
  const [link, setLink] = useState("");
  return (
    <section className="invitations">
      <h3>{say("access-page.invite-by-link")}</h3>
      <p className="note">{say("access-page.link-works-once")}</p>
      <InviteForm {...{ runId, access }} onLink={setLink} />
      {link === "" ? null : <MadeLink {...{ link, access }} />}
      <p className="live" role="status">
        {access.told}
      </p>
      <TroubleNote trouble={access.trouble} />
      <ul className="readers">
        {(data?.invitations ?? []).map((invitation) => (
          <Issued key={invitation.invitationId} {...{ runId, invitation, access }} onGone={() => setLink("")} />
        ))}
      </ul>
    </section>
  );
};

const InviteForm = ({
  runId,
  access,
  onLink,
}: {
  readonly runId: string;
  readonly access: AccessAct;
  readonly onLink: (link: string) => void;
}) => {
  const { say, speech } = useWords();
  const [kind, setKind] = useState<Kind>(Kind.READER);
  const [until, setUntil] = useState(dayIn(usualDays));
  const make = async (): Promise<string> => {
    const { secret, secretSha256 } = await newSecret();
    const untilIso = until === "" ? "" : `${until}T23:59:59.999Z`;
    const made = await access.client.invite({ idempotencyKey: newKey(), runId, kind, untilIso, secretSha256 });
    const { invitationId, pageUrl } = made;
    onLink(invitationLink(pageUrl || globalThis.location.origin, { invitationId, secret }));
    return say("access-page.link-made");
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    onLink("");
    void access.act(make);
  };
  return (
    <form data-invite="" onSubmit={send}>
      <label className="field">
        {say("access-page.what-invited-may")}
        <select value={kind} onChange={({ target }) => setKind(Number(target.value) as Kind)}>
          {kindsInvited.map((one) => (
            <option key={one} value={one}>
              {kindWords(speech, one)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {say("access-page.link-until")}
        <input
          type="date"
          value={until}
          min={dayIn(0)}
          max={dayIn(mostDays)}
          onChange={({ target }) => setUntil(target.value)}
        />
      </label>
      <button type="submit" disabled={access.isBusy}>
        {say("access-page.make-link")}
      </button>
    </form>
  );
};

/** The link as it is sent: nothing and nobody can show it again. */
const MadeLink = ({ link, access }: { readonly link: string; readonly access: AccessAct }) => {
  const { say } = useWords();
  const copy = async (): Promise<string> => {
    try {
      await globalThis.navigator.clipboard.writeText(link);
      return say("access-page.link-copied");
    } catch {
      return say("access-page.copy-by-hand");
    }
  };
  return (
    <div className="made-link">
      <label className="field">
        {say("access-page.the-link")}
        <input readOnly value={link} onFocus={({ target }) => target.select()} />
      </label>
      <button type="button" disabled={access.isBusy} onClick={() => void access.act(copy)}>
        {say("access-page.copy-link")}
      </button>
    </div>
  );
};

const stateIds: Readonly<Partial<Record<State, PlainId>>> = {
  [State.TAKEN_BACK]: "access-page.was-taken-back",
  [State.ENDED]: "access-page.ended-unopened",
};

const Issued = ({
  runId,
  invitation,
  access,
  onGone,
}: {
  readonly runId: string;
  readonly invitation: IssuedInvitation;
  readonly access: AccessAct;
  readonly onGone: () => void;
}) => {
  const { say, speech } = useWords();
  const { invitationId, kind, state, untilIso, timeIso, usedBy } = invitation;
  const day = (iso: string): string => dayShown(iso.slice(0, 10), speech.locale);
  const does = kindWords(speech, kind);
  const made = day(timeIso);
  const became = (): string => {
    if (state === State.USED) return say("access-page.opened-by", { name: usedBy?.subject ?? "?" });
    const id = stateIds[state];
    return id ? say(id) : say("access-page.opens-until", { day: day(untilIso) });
  };
  const takeBack = async (): Promise<string> => {
    const { changed } = await access.client.revokeInvitation({ idempotencyKey: newKey(), runId, invitationId });
    onGone();
    return say(changed ? "access-page.link-taken-back" : "access-page.link-was-over");
  };
  return (
    <li data-invitation={invitationId}>
      <span>
        {say("access-page.link-of", { made, does })} <small>{became()}</small>
      </span>
      {state === State.OPEN ? (
        <button
          type="button"
          className="quiet"
          disabled={access.isBusy}
          aria-label={say("access-page.take-back-link-of", { made, does })}
          onClick={() => void access.act(takeBack)}
        >
          {say("access-page.take-back")}
        </button>
      ) : null}
    </li>
  );
};
