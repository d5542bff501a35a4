import { ToolResultStatus as Status } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";

/** Words of one language. */
export interface Words {
  readonly tool: (name: string, kind: "reads" | "changes" | "client" | "gone") => string;
  readonly why: (by: string, stage: string, slot: string, reason: string) => string;
  readonly model: string;
  readonly user: string;
  readonly allowedAtOnce: string;
  readonly waits: Readonly<Record<"decision" | "execution" | "client" | "review", string>>;
  readonly notDecided: string;
  readonly byGrant: (who: string) => string;
  readonly decided: (verb: "allowed" | "declined" | "always", who: string, when: string, reason: string) => string;
  readonly refused: (reason: string) => string;
  readonly unclear: string;
  readonly params: (member: string, digest: string) => string;
  readonly status: Readonly<Record<Status, string>>;
  readonly came: (status: string, summary: string, reason: string) => string;
  readonly unused: string;
  readonly used: (parts: string) => string;
  readonly use: Readonly<Record<string, (count: number) => string>>;
  readonly and: string;
}

const counted = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`;
const because = (word: string, reason: string): string => (reason === "" ? "." : `${word} “${reason}”.`);

export const english: Words = {
  tool: (name, kind) =>
    ({
      reads: `The tool is ${name}, which only reads.`,
      changes: `The tool is ${name}, which changes the Vault.`,
      client: `The tool is ${name}, which a client executes.`,
      gone: `The tool is ${name}, which this server no longer has.`,
    })[kind],
  why: (by, stage, slot, reason) =>
    `${by} asked for it in ${stage}${slot === "" ? "" : ` for ${slot}`}${reason === "" ? ", and gave no reason." : `, because: “${reason}”.`}`,
  model: "The model",
  user: "The user",
  allowedAtOnce: "The policy allowed it at once; nobody had to decide.",
  waits: {
    decision: "Nothing has come back: it waits until a person decides.",
    execution: "Nothing has come back: it waits until somebody starts it, or runs at this moment.",
    client: "Nothing has come back: it waits until a client delivers what the tool gave.",
    review: "It was cut off and may or may not have acted: it waits until a person looks.",
  },
  notDecided: "The policy asks for a person, and nobody has decided yet.",
  byGrant: (who) => `The policy asks for a person, and ${who} had allowed this tool for the run.`,
  decided: (verb, who, when, reason) =>
    ({
      allowed: `The policy asks for a person, and ${who} allowed it at ${when}${because(":", reason)}`,
      always: `The policy asks for a person, and ${who} allowed it and later ones at ${when}${because(":", reason)}`,
      declined: `${who} declined it at ${when}, so it never ran${because(":", reason)}`,
    })[verb],
  refused: (reason) => `It was not allowed and never ran: ${sentence(reason)}`,
  unclear: "The record does not say who allowed it.",
  params: (member, digest) => `It was asked with the parameters (${member}) in the request, sha256 ${digest}.`,
  status: {
    [Status.UNSPECIFIED]: "of an unknown kind",
    [Status.OK]: "OK",
    [Status.EMPTY]: "EMPTY",
    [Status.ERROR]: "ERROR",
    [Status.REFUSED]: "REFUSED",
    [Status.OUTCOME_UNKNOWN]: "OUTCOME_UNKNOWN",
  },
  came: (status, summary, reason) =>
    `The result is ${status}: ${sentence(summary)}${reason === "" ? "" : ` ${sentence(reason)}`}`,
  unused: "Nothing in the run rests on it.",
  used: (parts) => `It was used in ${parts}.`,
  use: {
    turn: counted("turn of the model", "turns of the model"),
    evidence_set: () => "the evidence of the run",
    pin: counted("pin", "pins"),
    binding: counted("binding", "bindings"),
    citation_ledger: counted("ledger entry", "ledger entries"),
    draft_text: counted("sentence of the draft", "sentences of the draft"),
  },
  and: "and",
};

export const dutch: Words = {
  tool: (name, kind) =>
    ({
      reads: `Het gereedschap is ${name}, dat alleen leest.`,
      changes: `Het gereedschap is ${name}, dat de Vault verandert.`,
      client: `Het gereedschap is ${name}, dat een client uitvoert.`,
      gone: `Het gereedschap is ${name}, dat deze server niet meer heeft.`,
    })[kind],
  why: (by, stage, slot, reason) =>
    `${by} vroeg erom in ${stage}${slot === "" ? "" : ` voor ${slot}`}${reason === "" ? ", zonder reden op te geven." : `, omdat: “${reason}”.`}`,
  model: "Het model",
  user: "De gebruiker",
  allowedAtOnce: "Het beleid stond het meteen toe; niemand hoefde te beslissen.",
  waits: {
    decision: "Er is nog niets teruggekomen: het wacht tot iemand beslist.",
    execution: "Er is nog niets teruggekomen: het wacht tot iemand het start, of het loopt nu.",
    client: "Er is nog niets teruggekomen: het wacht tot een client levert wat het gereedschap gaf.",
    review: "Het werd afgebroken en heeft misschien wel en misschien niet gewerkt: het wacht tot iemand kijkt.",
  },
  notDecided: "Het beleid vraagt om een mens, en niemand heeft nog beslist.",
  byGrant: (who) => `Het beleid vraagt om een mens, en ${who} had dit gereedschap voor deze run toegestaan.`,
  decided: (verb, who, when, reason) =>
    ({
      allowed: `Het beleid vraagt om een mens, en ${who} stond het toe op ${when}${because(":", reason)}`,
      always: `Het beleid vraagt om een mens, en ${who} stond het en latere toe op ${when}${because(":", reason)}`,
      declined: `${who} wees het af op ${when}, dus het heeft nooit gedraaid${because(":", reason)}`,
    })[verb],
  refused: (reason) => `Het was niet toegestaan en heeft nooit gedraaid: ${sentence(reason)}`,
  unclear: "Het dossier zegt niet wie het toestond.",
  params: (member, digest) => `Het is gevraagd met de parameters (${member}) in het verzoek, sha256 ${digest}.`,
  status: { ...english.status, [Status.UNSPECIFIED]: "van onbekende aard" },
  came: (status, summary, reason) =>
    `Het resultaat is ${status}: ${sentence(summary)}${reason === "" ? "" : ` ${sentence(reason)}`}`,
  unused: "Niets in de run steunt erop.",
  used: (parts) => `Het is gebruikt in ${parts}.`,
  use: {
    turn: counted("beurt van het model", "beurten van het model"),
    evidence_set: () => "het bewijs van de run",
    pin: counted("pin", "pins"),
    binding: counted("koppeling", "koppelingen"),
    citation_ledger: counted("vindplaats", "vindplaatsen"),
    draft_text: counted("zin van het concept", "zinnen van het concept"),
  },
  and: "en",
};

/** Reasons and summaries are recorded with and without a full stop. */
const sentence = (text: string): string => text.replace(/[.]?$/, ".");
