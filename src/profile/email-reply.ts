import { create } from "@bufbuild/protobuf";
import { OtherSide, PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { sharedKinds } from "./shared-kinds.ts";
import { bw7, wetWia } from "./shared-laws.ts";
import {
  type ClaimKindData,
  claimKind,
  documentQuote,
  extractiveBudget,
  inBoth,
  type LawSourceData,
  lawQuote,
  lawSource,
  optional,
  otherSide,
  section,
  spokenBy,
  taking,
} from "./template-parts.ts";

/** Kinds of claims in a reply to an employer, with their typical evidence. */
const kinds: readonly ClaimKindData[] = [
  claimKind(
    "assertion-of-letter",
    ["Stelling in de brief", "Assertion of the letter"],
    "brief, schrijven, stelling, stelt, stellen, beweert, beweren, letter, asserts, assertion, states, alleges, claims",
    [
      spokenBy(
        documentQuote(
          "assertion",
          ["de woorden van de brief waarop u antwoordt", "the words of the letter you answer"],
          "brief, letter, stellen, stelt, standpunt, menen, vervalt, position, maintain",
        ),
        ...otherSide,
      ),
    ],
  ),
  claimKind(
    "promise",
    ["Toezegging of afspraak", "Promise or commitment"],
    "toezegging, toezeggingen, toegezegd, beloofd, belofte, afspraak, afspraken, afgesproken, schriftelijk, akkoord, promise, promised, promises, commitment, commitments, committed, agreed, agreement, written, guarantee",
    [
      spokenBy(
        documentQuote(
          "commitment",
          ["de toezegging in de woorden van wie haar deed", "the commitment in the words of who made it"],
          "toezegging, afspraak, akkoord, commitment, agreed",
        ),
        ...otherSide,
      ),
    ],
  ),
  claimKind(
    "notice",
    ["Melding of ingebrekestelling", "Notice given"],
    "gemeld, melding, medegedeeld, ingebrekestelling, ziekgemeld, bericht, notified, notice, reported, informed",
    [
      taking(
        OtherSide.ACTS,
        documentQuote(
          "message",
          ["het bericht zelf", "the message itself"],
          "melding, gemeld, bericht, notice, notified",
        ),
      ),
      optional(
        documentQuote(
          "sending",
          ["bewijs van verzending of ontvangst", "proof of sending or receipt"],
          "ontvangst, received",
        ),
      ),
    ],
  ),
  claimKind(
    "medical-capacity",
    ["Belastbaarheid (bedrijfsarts)", "Medical capacity (occupational physician)"],
    "bedrijfsarts, belastbaarheid, arbeidsongeschikt, ziek, beperkingen, physician, doctor, sick, capacity, incapacitated",
    [
      spokenBy(
        documentQuote(
          "advice",
          ["het oordeel van de bedrijfsarts", "the opinion of the occupational physician"],
          "bedrijfsarts, advies, spreekuur, physician, advice",
        ),
        PartyRole.COMPANY_DOCTOR,
      ),
    ],
  ),
  claimKind(
    "wage",
    ["Loon", "Wage"],
    "loon, salaris, bonus, vakantiegeld, vakantiedagen, loonstrook, uitbetaling, wage, wages, salary, bonus, payslip, pay, paid",
    [
      taking(
        OtherSide.PAPERS,
        documentQuote(
          "wage",
          ["loonstrook, contract of cao", "payslip, contract or collective agreement"],
          "loon, salaris, salary",
        ),
      ),
    ],
  ),
  claimKind(
    "legal-basis",
    ["Juridische grondslag", "Legal basis"],
    "artikel, art, bw, wet, wettelijk, goed werkgever, werkgeverschap, law, legal, article, statute, statutory, good employer",
    [
      lawQuote(
        "provision",
        ["de bepaling die geldt op de peildatum", "the provision in force on the reference date"],
        "werkgever, werknemer, verplicht, gedragen",
        ["art. 7:611 BW", "art. 7:629 BW", "art. 7:658a BW"],
      ),
    ],
  ),
  claimKind(
    "reservation",
    ["Voorbehoud van rechten", "Reservation of rights"],
    "voorbehoud, behoud, rechten, weren, reservation, reserve, rights",
  ),
];

/** The contract (BW 7), promises and notices (BW 3), default and reasonableness (BW 6). */
const laws: readonly LawSourceData[] = [
  bw7,
  lawSource(
    "BWBR0005291",
    "Burgerlijk Wetboek Boek 3",
    "toezeggingen en mededelingen: 3:33, 3:35, 3:37",
    "promises and notices: 3:33, 3:35, 3:37",
  ),
  lawSource(
    "BWBR0005289",
    "Burgerlijk Wetboek Boek 6",
    "niet-nakoming en verzuim: 6:74 tot 6:83, 6:248",
    "non-performance and default: 6:74 to 6:83, 6:248",
  ),
  wetWia,
];

/** The reply to an employer's letter or mail, in the order in which such a reply is written. */
export const emailReply = (): WorkflowProfile =>
  create(WorkflowProfileSchema, {
    profileId: "email-reply",
    version: 1,
    title: inBoth("Antwoord op een brief van de werkgever", "Reply to the employer's letter"),
    provider: "extractive",
    sections: [
      section("letter", ["De brief waarop ik antwoord", "The letter I answer"], "assertion-of-letter"),
      section(
        "response",
        ["Mijn reactie", "My response"],
        ...["promise", "non-performance", "notice", "medical-capacity", "wage", "location-of-clause", "own-statement"],
      ),
      section("legal-basis", ["Juridische grondslag", "Legal basis"], "legal-basis"),
      section("request", ["Verzoek", "Request"], "request"),
      section("reservation", ["Voorbehoud", "Reservation of rights"], "reservation"),
    ],
    claimKinds: [...kinds, ...sharedKinds],
    defaultTone: "firm and courteous",
    defaultAudience: "employer",
    caseLaw: false,
    budget: extractiveBudget,
    lawSources: [...laws],
  });
