import { OtherSide } from "../../gen/pincite/memo/v1/party_pb.ts";
import {
  absence,
  type ClaimKindData,
  claimKind,
  documentPlace,
  documentQuote,
  ownStatement,
  taking,
} from "./template-parts.ts";

/** Claim kinds that letters and memos of every profile make; one per kind of slot, and none. */
export const sharedKinds: readonly ClaimKindData[] = [
  claimKind(
    "non-performance",
    ["Niet-nakoming", "Non-performance"],
    "niet nagekomen, nagelaten, verzuimd, uitgebleven, achterwege, nooit, geen, no, none, nothing, ever, failed, failure, never, neglected, omitted, ignored, breach, without",
    [
      taking(
        OtherSide.WORDS,
        documentQuote(
          "obligation",
          ["de afspraak of verplichting die niet is nagekomen", "the commitment or duty that was not performed"],
          "toegezegd, afgesproken, afspraak, zal, agreed, promised, commitment, will",
        ),
      ),
      absence(
        "performance",
        [
          "een zoekopdracht naar de nakoming in de ontvangen stukken",
          "a search for the performance in the documents received",
        ],
        [
          "betaald betaling uitbetaald uitbetaling overgemaakt vergoed vergoeding loonstrook paid payslip",
          "geregeld geleverd levering geplaatst aangepast ingericht delivered installed adjusted provided",
          "toestemming toegestaan goedgekeurd ingewilligd permitted approved granted",
          "gesprek verslag overleg evaluatie uitnodiging meeting minutes invitation evaluation",
          "uitgevoerd nagekomen voldaan verricht afgerond completed performed fulfilled",
          "bevestiging bevestigd confirmation confirmed",
        ].join(", "),
      ),
    ],
  ),
  claimKind(
    "location-of-clause",
    ["Vindplaats van een bepaling", "Where a clause stands"],
    "clausule, bepaling, paragraaf, bijlage, handboek, reglement, clause, paragraph, annex, handbook, policy",
    [
      taking(
        OtherSide.PAPERS,
        documentPlace(
          "clause",
          ["de plaats van de bepaling in het stuk", "the place of the clause in the document"],
          "artikel, bijlage, reglement, arbeidsovereenkomst, handboek, clause, annex, contract, handbook",
        ),
      ),
    ],
  ),
  claimKind(
    "own-statement",
    ["Eigen verklaring", "Own statement"],
    "ik, mij, mijn, zelf, verklaar, ervaren, i, my, myself, me, declare, experienced",
    [ownStatement("statement", ["wat u zelf weet of hebt meegemaakt", "what you know or experienced yourself"])],
  ),
  claimKind(
    "request",
    ["Verzoek met termijn", "Request with a term"],
    "verzoek, verzoeken, vraag, vragen, sommeer, termijn, graag, request, ask, demand, deadline, please",
  ),
];
