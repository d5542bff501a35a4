import type { KnownLaw } from "./known-law.ts";
import { furtherRegister } from "./law-register-further.ts";

/**
 * Further laws by the names that statutes cite them with, one a line: id, name, other names. Official headings hardly ever
 * hold those names; they stand in WTI, which adds them for every law that is imported with it.
 */
const register = `
BWBR0001842|onteigeningswet
BWBR0001876|Schepenwet
BWBR0001947|Ambtenarenwet
BWBR0001950|Algemeen Rijksambtenarenreglement|ARAR
BWBR0001952|Militaire ambtenarenwet 1931
BWBR0002014|Buitengewoon Besluit Arbeidsverhoudingen 1945
BWBR0002032|Wet buitengewoon pensioen 1940-1945
BWBR0002035|Wet buitengewoon pensioen zeelieden-oorlogsslachtoffers
BWBR0002058|Wet op de bedrijfsorganisatie
BWBR0002063|Wet op de economische delicten|WED
BWBR0002154|Statuut voor het Koninkrijk der Nederlanden|Statuut voor het Koninkrijk
BWBR0002221|Algemene Ouderdomswet|AOW
BWBR0002252|Landbouwwet
BWBR0002267|Luchtvaartwet
BWBR0002309|Regeling Toezicht Luchtvaart
BWBR0002367|Wet op de Raad van State
BWBR0002399|Wet op het voortgezet onderwijs|WVO
BWBR0002416|Visserijwet 1963
BWBR0002458|Drank- en Horecawet
BWBR0002460|Ziekenfondswet
BWBR0002464|Belastingregeling voor het Koninkrijk
BWBR0002469|Wet op de kansspelen
BWBR0002489|Uitvoeringsbesluit loonbelasting 1965|UBLB
BWBR0002551|Wet overgangsregeling arbeidsongeschiktheidsverzekering
BWBR0002559|Uitleveringswet
BWBR0002565|Overgangswet nieuw Burgerlijk Wetboek
BWBR0002614|Algemene Wet Bijzondere Ziektekosten|AWBZ
BWBR0002628|Leerplichtwet 1969
BWBR0002672|Wet op de vennootschapsbelasting 1969|Wet Vpb 1969
BWBR0002691|Algemene pensioenwet politieke ambtsdragers
BWBR0002896|Colportagewet
BWBR0003144|Reglement zee- en kustvisserij 1977
BWBR0003234|Wet aansprakelijkheid kernongevallen
BWBR0003391|Wet voorkeursrecht gemeenten
BWBR0003420|Wet op het primair onderwijs|WPO
BWBR0003429|Wet bezoldiging Nationale ombudsman
BWBR0003482|Algemeen militair ambtenarenreglement|AMAR
BWBR0003549|Wet op de expertisecentra|WEC
BWBR0003630|Bezoldigingsbesluit Burgerlijke Rijksambtenaren 1984
BWBR0003664|Wet uitkeringen burger-oorlogsslachtoffers 1940-1945
BWBR0003709|Wet op de stads- en dorpsvernieuwing
BWBR0003718|Wet algemene regels herindeling
BWBR0003748|Wet grenzen Nederlandse territoriale zee
BWBR0003797|Wet inzake spaarbewijzen
BWBR0003818|Diergeneesmiddelenwet
BWBR0003862|Besluit bekostiging WPO|Bekostigingsbesluit WPO
BWBR0004043|Toeslagenwet
BWBR0004044|Wet inkomensvoorziening oudere en gedeeltelijk arbeidsongeschikte werkloze werknemers
BWBR0004052|Reglement Dienst Buitenlandse Zaken|RDBZ
BWBR0004149|Mediawet
BWBR0004538|Wet financiering volksverzekeringen
BWBR0004541|Kadasterwet
BWBR0004581|Wet administratiefrechtelijke handhaving verkeersvoorschriften|WAHV
BWBR0004593|Eindexamenbesluit v.w.o.-h.a.v.o.-m.a.v.o.-v.b.o.
BWBR0004607|Vissersvaartuigenbesluit
BWBR0004630|Verplaatsingskostenbesluit 1989|VKB
BWBR0005108|Waterschapswet
BWBR0005181|Woningwet
BWBR0005252|Wet openbaarheid van bestuur|Wob
BWBR0005260|Maatregel teboekgestelde schepen
BWBR0005555|Wet luchtvaart
BWBR0005662|Gezondheids- en welzijnswet voor dieren
BWBR0005686|Besluit beheer sociale-huursector
BWBR0005700|Wet bijzondere opnemingen in psychiatrische ziekenhuizen
BWBR0005775|Luchtverkeersreglement|LVR
BWBR0006040|Burgerlijk ambtenarenreglement defensie
BWBR0006147|Tracéwet
BWBR0006297|Wet op de identificatieplicht
BWBR0006299|Politiewet 1993
BWBR0006368|Wet op de rechtsbijstand
BWBR0006562|Besluit financiën regionale politiekorpsen
BWBR0006723|Wet gemeentelijke basisadministratie persoonsgegevens
BWBR0006763|Algemene wet op het binnentreden|Awob
BWBR0006829|Besluit verdachte dieren
BWBR0006849|Faciliteitenbesluit opvangcentra
BWBR0006920|Aanduidingenbesluit tabaksproducten
BWBR0007013|Besluit buitengewoon opsporingsambtenaar|Besluit BOA
BWBR0007149|Wet arbeid vreemdelingen|Wav
BWBR0007307|Besluit medische hulpmiddelen
BWBR0007376|Archiefwet 1995
BWBR0007625|Wet educatie en beroepsonderwijs|WEB
BWBR0007748|Archiefbesluit 1995|Archiefbesluit
BWBR0007791|Wet privatisering ABP
BWBR0007795|Algemene nabestaandenwet|Anw
BWBR0008290|Financiële-verhoudingswet|Financiële verhoudingswet
BWBR0008657|Wet werk en arbeidsondersteuning jonggehandicapten
BWBR0009027|Reglement voor de binnenvisserij 1985
BWBR0009385|Wet op de organisatie ZorgOnderzoek Nederland
BWBR0009458|Wet overige OCW-subsidies
BWBR0009565|Wet op de (re)integratie arbeidsgehandicapten
BWBR0011018|Besluit vergoedingen rechtsbijstand 2000
BWBR0012197|Gerechtsdeurwaarderswet
BWBR0016539|Regeling superheffing en melkpremie 2004
BWBR0017837|Wet werk en inkomen kunstenaars
BWBR0019100|SZW Regeling Opvang en Klachtenprocedure Ongewenste Omgangsvormen 2005
BWBR0020078|Wet marktordening gezondheidszorg|Wmg
BWBR0021505|Geneesmiddelenwet
BWBR0025587|Regeling instandhoudingsmaatregelen zeevisserij
BWBR0026759|Dienstenwet
BWBR0028142|Wet openbare lichamen Bonaire, Sint Eustatius en Saba|WolBES
BWBR0030628|Verordening hygiënemaatregelen en bestrijding zoönosen in de kalkoensector (PPE) 2011
`;

export const furtherLaws: readonly KnownLaw[] = (register + furtherRegister)
  .trim()
  .split(/\n+/)
  .map((line) => {
    const [id = "", long = "", ...names] = line.split("|");
    return { id, short: long, long, names };
  });
