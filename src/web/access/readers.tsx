import { useQuery } from "@connectrpc/connect-query";
import { AccessService, type Ground } from "../../../gen/pincite/access/v1/access_service_pb.ts";
import type { PersonName } from "../../../gen/pincite/access/v1/person_name_pb.ts";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { kindWords } from "../../cli/print/access-lines.ts";
import { TroubleNote } from "../parts/trouble-note.tsx";
import { dayShown } from "../quote/date-shown.ts";
import { newKey } from "../run/run-store.ts";
import { useWords, type Words } from "../words/use-words.ts";
import { Invitations } from "./invite.tsx";
import { LetIn } from "./let-in.tsx";
import { type AccessAct, accessTrouble, byKind, kindOf, useAccess, useCaller } from "./use-access.ts";

/** Who may read, change, review and own a run, and by what; for whoever owns it with a way to let in and to take back. */
export const Readers = ({ runId }: { readonly runId: string }) => {
  const words = useWords();
  const { say } = words;
  const object = { case: "runId", value: runId } as const;
  const { data, error, refetch } = useQuery(AccessService.method.list, { object: { object } }, { retry: false });
  const caller = useCaller();
  const access = useAccess(refetch);
  if (error) return <TroubleNote trouble={accessTrouble(error, words)} />;
  if (data === undefined) return <p>{say("page.one-moment")}</p>;
  const names = new Names(words, caller, data.issuers.length > 1);
  return (
    <>
      <ul className="readers">
        {byKind(data.grounds).map((ground) => (
          <Reader key={names.keyOf(ground)} {...{ runId, ground, names, access }} isTakenBack={data.letsIn} />
        ))}
      </ul>
      <p className="live" role="status">
        {access.told}
      </p>
      <TroubleNote trouble={access.trouble} />
      {data.letsIn ? <LetIn {...{ runId, access }} issuers={data.issuers} own={caller?.issuer ?? ""} /> : null}
      {data.letsIn ? <Invitations runId={runId} /> : null}
    </>
  );
};

/** Who somebody is and how they came to it, in the language of the page. */
class Names {
  readonly #words: Words;
  readonly #caller: Principal | undefined;
  readonly #areSeveral: boolean;

  constructor(words: Words, caller: Principal | undefined, areSeveral: boolean) {
    [this.#words, this.#caller, this.#areSeveral] = [words, caller, areSeveral];
  }

  keyOf(ground: Ground): string {
    const { who, why } = ground;
    return JSON.stringify([why.case, kindOf(ground), who.case, who.value?.issuer, this.plain(ground)]);
  }

  /** Their name alone. */
  plain({ who }: Ground): string {
    return who.case === "group"
      ? this.#words.say("access.group", { name: who.value.name })
      : (who.value?.subject ?? "?");
  }

  of(ground: Ground): string {
    const { who } = ground;
    const at = this.#areSeveral && who.value ? ` (${who.value.issuer})` : "";
    const own = who.case === "person" && this.#isCaller(who.value) ? ` ${this.#words.say("access-page.you")}` : "";
    return `${this.plain(ground)}${at}${own}`;
  }

  how({ why }: Ground): string {
    const { say, speech } = this.#words;
    if (why.case === "role" || why.case === undefined) return say("access-page.by-role");
    const day = dayShown(why.value.timeIso.slice(0, 10), speech.locale);
    if (why.case === "madeIt") return say("access-page.made-it-on", { day });
    const { by, invitationId } = why.value;
    if (invitationId !== "") return this.#invited(by, day);
    if (!by) return say("access-page.let-in-by-account", { day });
    return this.#isCaller(by)
      ? say("access-page.let-in-by-you", { day })
      : say("access-page.let-in-by", { name: by.subject, day });
  }

  #invited(by: PersonName | undefined, day: string): string {
    const { say } = this.#words;
    if (!by) return say("access-page.came-by-invitation-of-account", { day });
    return this.#isCaller(by)
      ? say("access-page.came-by-your-invitation", { day })
      : say("access-page.came-by-invitation", { name: by.subject, day });
  }

  #isCaller({ issuer, subject }: { readonly issuer: string; readonly subject: string }): boolean {
    return this.#caller?.issuer === issuer && this.#caller.name === subject;
  }
}

const Reader = ({
  runId,
  ground,
  names,
  access,
  isTakenBack,
}: {
  readonly runId: string;
  readonly ground: Ground;
  readonly names: Names;
  readonly access: AccessAct;
  readonly isTakenBack: boolean;
}) => {
  const { say, speech } = useWords();
  const { who, why } = ground;
  const does = kindWords(speech, kindOf(ground));
  const name = names.plain(ground);
  const takeBack = async (): Promise<string> => {
    const relation = { kind: kindOf(ground), object: { case: "runId", value: runId } as const, who };
    const { changed } = await access.client.revoke({ idempotencyKey: newKey(), relation });
    return say(changed ? "access-page.taken-back" : "access-page.was-not-so", { name, does });
  };
  return (
    <li data-reader={name}>
      <span>
        <bdi>{names.of(ground)}</bdi> {does} <small>{names.how(ground)}</small>
      </span>
      {isTakenBack && why.case === "granted" ? (
        <button
          type="button"
          className="quiet"
          disabled={access.isBusy}
          aria-label={say("access-page.take-back-of", { name, does })}
          onClick={() => void access.act(takeBack)}
        >
          {say("access-page.take-back")}
        </button>
      ) : null}
    </li>
  );
};
