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
  ownStatement,
  section,
  spokenBy,
  taking,
} from "./template-parts.ts";

const physician = spokenBy(
  documentQuote(
    "physician",
    [
      "oordeel of advies van de bedrijfsarts, met datum",
      "opinion or advice of the occupational physician, with its date",
    ],
    "bedrijfsarts, advies, belastbaarheid, physician",
  ),
  PartyRole.COMPANY_DOCTOR,
);

const jobDescription = taking(
  OtherSide.PAPERS,
  documentQuote(
    "job",
    ["de functiebeschrijving", "the job description"],
    "functie, functiebeschrijving, werkzaamheden, job, duties",
  ),
);

const labourExpert = optional(
  documentQuote(
    "labour-expert",
    ["arbeidsdeskundig rapport", "labour expert's report"],
    "arbeidsdeskundig, arbeidsdeskundige",
  ),
);

/** One kind per question that UWV answers (art. 32 Wet SUWI), with the papers UWV asks for. */
const questions: readonly ClaimKindData[] = [
  claimKind(
    "own-work",
    ["Geschiktheid voor het eigen werk", "Fitness for one's own work"],
    "eigen werk, werk, geschikt, hersteld, arbeidsgeschikt, fit, work, recovered",
    [jobDescription, physician],
  ),
  claimKind(
    "suitable-work",
    ["Passend werk", "Suitable work"],
    "passend, passende, aangeboden, arbeid, suitable, offered, alternative",
    [
      taking(
        OtherSide.WORDS,
        documentQuote(
          "offer",
          ["de beschrijving van het aangeboden werk", "the description of the work offered"],
          "passend, aanbod, werkzaamheden, offer, suitable",
        ),
      ),
      physician,
      labourExpert,
    ],
  ),
  claimKind(
    "reintegration-efforts",
    ["Re-integratie-inspanningen", "Reintegration efforts"],
    "re-integratie, inspanningen, werkgever, spoor, voldoende, onvoldoende, reintegration, efforts, employer, sufficient, insufficient",
    [
      taking(
        OtherSide.PAPERS,
        documentQuote(
          "plan",
          ["plan van aanpak of bijstelling", "plan of action or its update"],
          "plan, aanpak, bijstelling",
        ),
      ),
      taking(
        OtherSide.ACTS,
        documentQuote(
          "correspondence",
          ["verzoeken en antwoorden over re-integratie", "requests and answers about reintegration"],
          "re-integratie, verzoek, gesprek, reintegration, request",
        ),
      ),
      optional(physician),
      labourExpert,
    ],
  ),
  claimKind(
    "frequent-absence",
    ["Veelvuldig verzuim", "Frequent absence"],
    "verzuim, veelvuldig, frequent, ziekmeldingen, absence, absences",
    [
      taking(
        OtherSide.PAPERS,
        documentQuote("record", ["het verzuimoverzicht", "the absence record"], "verzuim, overzicht, absence"),
      ),
      jobDescription,
      physician,
    ],
  ),
];

const others: readonly ClaimKindData[] = [
  claimKind(
    "parties",
    ["Partijen en functie", "Parties and function"],
    "partijen, dienst, dienstverband, functie, contract, parties, employed, function, position",
    [
      ownStatement("employment", [
        "werkgever, functie en begin van het dienstverband",
        "employer, function and start of the employment",
      ]),
    ],
  ),
  claimKind("question", ["De vraag", "The question"], "vraag, deskundigenoordeel, oordeel, uwv, question, opinion"),
  claimKind(
    "illness-start",
    ["Eerste ziektedag", "First day of illness"],
    "ziektedag, ziekgemeld, ziek, uitgevallen, illness, sick, ill",
    [
      ownStatement("first-day", [
        "de eerste ziektedag en de stand nu",
        "the first day of illness and the position now",
      ]),
    ],
  ),
  claimKind(
    "milestone",
    ["Gebeurtenis in de chronologie", "Event in the chronology"],
    "probleemanalyse, plan, aanpak, evaluatie, gesprek, eerstejaarsevaluatie, week, analysis, evaluation, meeting",
    [
      taking(
        OtherSide.ACTS,
        documentQuote(
          "event",
          ["het stuk waaruit de gebeurtenis blijkt", "the document that shows the event"],
          "probleemanalyse, plan, evaluatie, verslag, evaluation",
        ),
      ),
    ],
  ),
  claimKind(
    "view-of-employer",
    ["Standpunt van de werkgever", "View of the employer"],
    "standpunt, werkgever, vindt, meent, stelt, view, employer, position, states",
    [
      spokenBy(
        documentQuote(
          "words",
          ["de woorden van de werkgever", "the employer's words"],
          "werkgever, standpunt, employer",
        ),
        ...otherSide,
      ),
    ],
  ),
  claimKind(
    "view-of-physician",
    ["Standpunt van de bedrijfsarts", "View of the occupational physician"],
    "bedrijfsarts, arbodienst, advies, belastbaarheid, physician, advice, capacity",
    [physician],
  ),
  claimKind(
    "legal-frame",
    ["Wettelijk kader", "Legal frame"],
    "artikel, art, bw, wia, suwi, wet, wettelijk, kader, plicht, article, law, statutory, legal, duty",
    [
      lawQuote(
        "provision",
        ["de bepaling die geldt op de peildatum", "the provision in force on the reference date"],
        "werkgever, werknemer, passende, arbeid, maatregelen",
        ["art. 7:658a BW", "art. 7:660a BW", "art. 25 WIA", "art. 32 Wet SUWI"],
      ),
    ],
  ),
  claimKind(
    "conclusion",
    ["Conclusie", "Conclusion"],
    "conclusie, concludeer, daarom, conclusion, therefore, conclude",
  ),
];

/**
 * The acts and rules that the UWV's own procedure is founded on, the contract, benefits where no employer pays, and what an
 * administrative body owes.
 */
const laws: readonly LawSourceData[] = [
  lawSource(
    "BWBR0013060",
    "Wet SUWI",
    "art. 32: de vragen waarover UWV oordeelt",
    "art. 32: the questions that the UWV judges",
  ),
  bw7,
  wetWia,
  lawSource(
    "BWBR0013540",
    "Regeling procesgang eerste en tweede ziektejaar",
    "wat wanneer moet gebeuren",
    "what is due when",
  ),
  lawSource(
    "BWBR0014375",
    "Beleidsregels beoordelingskader poortwachter",
    "hoe de inspanningen worden beoordeeld",
    "how efforts are judged",
  ),
  lawSource("BWBR0001888", "Ziektewet", "uitkering waar geen werkgever betaalt", "benefit where no employer pays"),
  lawSource(
    "BWBR0005537",
    "Algemene wet bestuursrecht",
    "zorgvuldigheid en motivering van een bestuursorgaan",
    "care and reasons of an administrative body",
  ),
];

/**
 * The memo with a request for a UWV expert opinion (deskundigenoordeel). Exhibits are numbered when the memo is exported
 * and are no section here; fees and forms change and are no part of it.
 */
export const uwvDeskundigenoordeel = (): WorkflowProfile =>
  create(WorkflowProfileSchema, {
    profileId: "uwv-deskundigenoordeel",
    version: 1,
    title: inBoth("Aanvraag deskundigenoordeel UWV", "Request for a UWV expert opinion"),
    provider: "extractive",
    sections: [
      section("parties", ["Partijen en functie", "Parties and function"], "parties"),
      section("question", ["De vraag aan UWV", "The question to UWV"], "question"),
      section("illness", ["Eerste ziektedag en stand van zaken", "First day of illness and status"], "illness-start"),
      section("chronology", ["Chronologie", "Chronology"], "milestone", "location-of-clause"),
      section(
        "efforts",
        ["Wat is afgesproken en gedaan", "What was agreed and done"],
        ...["reintegration-efforts", "suitable-work", "own-work", "frequent-absence", "non-performance"],
      ),
      section(
        "views",
        ["Standpunten", "Views of those concerned"],
        ...["view-of-employer", "view-of-physician", "own-statement"],
      ),
      section("legal-frame", ["Wettelijk kader", "Legal frame"], "legal-frame"),
      section("conclusion", ["Conclusie en verzoek", "Conclusion and request"], "conclusion", "request"),
    ],
    claimKinds: [...questions, ...others, ...sharedKinds],
    defaultTone: "factual",
    defaultAudience: "uwv",
    caseLaw: false,
    budget: extractiveBudget,
    lawSources: [...laws],
  });
