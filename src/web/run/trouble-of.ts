import type { Reason } from "../../error.ts";
import type { PlainId } from "../../messages/speech.ts";
import { fromConnectError } from "../../wire/error.ts";
import type { Words } from "../words/use-words.ts";

/** Something that did not work, as a person reads it. */
export interface Trouble {
  readonly reason: Reason;
  readonly text: string;
  /** True where this page cannot reach its server at all: that is over by itself once it answers again. */
  readonly isGone: boolean;
}

/** What a person is told in place of the server's sentence, because it stands at another place here. */
const ownWords: Readonly<Partial<Record<Reason, PlainId>>> = {
  RUN_VERSION_STALE: "page.the-memo-was-changed-elsewhere-in-another-tab",
  RUN_BUSY: "page.the-guide-is-still-at-work-on-this-memo-wait",
  UNAUTHENTICATED: "page.this-browser-is-no-longer-let-in-the-server",
  RIGHT_MISSING: "access-page.you-may-not-do-this",
  RUN_NOT_FOUND: "page.there-is-no-such-memo-or-it-is-not-yours",
};

/** Not said where a server that answers cannot reach another, such as a model's: its own sentence tells which. */
const gone: PlainId = "page.the-server-does-not-answer-what-you-did-is";

/** Said where people sign in for the page, whom no command of a terminal lets in. */
const signedOut: PlainId = "access-page.not-done";

/** A thrown value as a sentence with a way out. */
export const troubleOf = (thrown: unknown, { say, speech }: Words): Trouble => {
  const error = fromConnectError(thrown);
  const { reason, told, violations, facts } = error;
  // A browser that cannot reach the server throws what is no answer of a server at all; one that is being stopped says so last.
  const isGone =
    reason === "SERVER_DRAINING" ||
    thrown instanceof TypeError ||
    /failed to fetch|network ?error|load failed/iu.test(String(thrown));
  const phrase = isGone ? gone : facts.signIn === undefined ? ownWords[reason] : signedOut;
  const details = violations.map(({ description }) => speech.sentence(description)).join(" ");
  const text = phrase ? say(phrase) : [speech.sentence(told), details].filter(Boolean).join(" ");
  return { reason: isGone ? "UPSTREAM_UNAVAILABLE" : reason, text, isGone };
};
