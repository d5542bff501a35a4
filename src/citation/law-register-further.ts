/**
 * More laws by name, in the form of law-register.ts: acts and decrees of general importance, repealed ones too, since memos
 * on older facts cite them, and abbreviations that no official heading gives. Each id was held against the regulation's
 * official heading or, for what was repealed before 2012, against the links that the BWB's own editors set under the name.
 */
export const furtherRegister = `
BWBR0001870|Mijnwet 1903
BWBR0001886|Auteurswet|Auteurswet 1912
BWBR0002087|Wet op de gevaarlijke werktuigen
BWBR0002089|Pensioen- en spaarfondsenwet|PSW
BWBR0002290|Wet op de Geneesmiddelenvoorziening
BWBR0002374|Wet op de Registeraccountants
BWBR0002402|Kernenergiewet
BWBR0002415|Wet aansprakelijkheidsverzekering motorrijtuigen|WAM
BWBR0002448|Algemene termijnenwet
BWBR0002452|Overgangswet ruimtelijke ordening en volkshuisvesting
BWBR0002470|Wet Werkloosheidsvoorziening
BWBR0002500|Verhaalswet ongevallen ambtenaren
BWBR0002501|Schepenbesluit 1965
BWBR0002504|Mijnwet continentaal plat
BWBR0002515|Wet op de dividendbelasting 1965
BWBR0002564|Mijnreglement continentaal plat
BWBR0002579|Wet opsporing delfstoffen
BWBR0002667|Besluit kerninstallaties, splijtstoffen en ertsen
BWBR0002697|Wet op de medische hulpmiddelen
BWBR0002703|Besluit aanwijzing zeegebied en kustwateren 1970
BWBR0002739|Registratiewet 1970
BWBR0002758|Noodwet geneeskundigen
BWBR0002844|Wet uitkeringen vervolgingsslachtoffers 1940-1945
BWBR0002897|Uitvoeringswet Visserijverdrag 1967
BWBR0002979|Wet schadefonds geweldsmisdrijven
BWBR0003011|Algemene Arbeidsongeschiktheidswet|AAW
BWBR0003081|Wet op de dierproeven
BWBR0003094|Reconstructiewet Midden-Delfland
BWBR0003143|Herinrichtingswet Oost-Groningen en de Gronings-Drentse Veenkoloniën
BWBR0003296|Sanctiewet 1977
BWBR0003299|Wet gelijke behandeling van mannen en vrouwen
BWBR0003356|Wet tarieven gezondheidszorg
BWBR0003372|Wet Nationale ombudsman
BWBR0003378|Meetbrievenwet 1981
BWBR0003464|Besluit geluidproduktie motorvoertuigen
BWBR0003631|Overgangsregeling BBRA 1984
BWBR0003632|Besluit betaling emolumenten burgerlijk rijkspersoneel
BWBR0003793|Landinrichtingswet
BWBR0003892|Wet milieugevaarlijke stoffen
BWBR0003968|Wet buitengewoon pensioen Indisch verzet
BWBR0004046|Invoeringswet stelselherziening sociale zekerheid
BWBR0004163|Wet inkomensvoorziening oudere en gedeeltelijk arbeidsongeschikte gewezen zelfstandigen|IOAZ
BWBR0004225|Besluit personenvervoer
BWBR0004259|Bekostigingsbesluit WEC
BWBR0004287|Bekendmakingswet
BWBR0004317|Vacatiegeldenbesluit 1988
BWBR0004364|Scheepvaartverkeerswet
BWBR0004815|Wet op het consumentenkrediet
BWBR0005125|Wet heffing rechten voor de legalisatie van handtekeningen
BWBR0005672|Bekostigingsbesluit W.V.O.|Bekostigingsbesluit WVO
BWBR0005681|Wet nationaliteit zeeschepen in rompbevrachting
BWBR0005904|Wet op het specifiek cultuurbeleid
BWBR0006001|Wet Infrastructuurfonds
BWBR0006038|Bezoldigingsbesluit burgerlijke ambtenaren defensie
BWBR0006060|Besluit actieve implantaten
BWBR0006251|Wet op de beroepen in de individuele gezondheidszorg|Wet BIG
BWBR0006286|Wet rechtspositie ministers en staatssecretarissen
BWBR0006425|Besluit locatiegebonden subsidies
BWBR0006463|Organisatiewet Kadaster
BWBR0006517|Besluit bezoldiging politie
BWBR0006530|Besluit rechtspositie rechterlijke ambtenaren
BWBR0006620|Kaderwet bestuur in verandering
BWBR0006664|Transactiebesluit 1994
BWBR0006806|Varkensbesluit
BWBR0006842|Reisbesluit buitenland
BWBR0006923|Rijnvaartpolitiereglement 1995
BWBR0006950|Besluit woninggebonden subsidies 1995
BWBR0007211|Wet Financiële voorzieningen Privatisering ABP
BWBR0007414|Wet klachtrecht cliënten zorgsector
BWBR0007513|Besluit verklaringhouders Scheepvaartverkeerswet
BWBR0007687|Arbeidstijdenbesluit
BWBR0007816|Inkomstenbesluit militairen
BWBR0008080|Besluit vervoer gevaarlijke stoffen
BWBR0008353|Vergoedingenbesluit adviescolleges
BWBR0008365|Wet rechtspositie rechterlijke ambtenaren
BWBR0008656|Wet arbeidsongeschiktheidsverzekering zelfstandigen|WAZ
BWBR0008659|Wet op de huurtoeslag
BWBR0008920|Handelsregisterbesluit 1996
BWBR0009124|Wet zeevarenden
BWBR0009455|Kaderwet VWS-subsidies
BWBR0011113|Regeling tegemoetkoming asbestslachtoffers
BWBR0011453|Wet studiefinanciering 2000|WSF 2000
BWBR0011674|Besluit opheffing Landbouwschap
BWBR0012059|Uitvoeringsregeling loonbelasting 2001
BWBR0012438|Wet tegemoetkoming onderwijsbijdrage en schoolkosten|WTOS
BWBR0013798|Wet bevordering integriteitsbeoordelingen door het openbaar bestuur|Wet Bibob
BWBR0013800|Wet op het onderwijstoezicht
BWBR0013891|Comptabiliteitswet 2001|CW 2001
BWBR0014820|Regeling leen- en depositofaciliteit agentschappen 2003
BWBR0016767|Besluit externe veiligheid inrichtingen
BWBR0018331|Organisatieregeling Ministerie van Justitie 2005
BWBR0018831|Wet verplichte beroepspensioenregeling
BWBR0020684|Regeling dierenvervoer 2007
BWBR0024796|Kaderbesluit EZ-subsidies
BWBR0025304|Wet ambulancezorg
BWBR0025798|Regeling voertuigen
BWBR0026054|Wet investeren in jongeren|WIJ
BWBR0027466|Wet veiligheidsregio's
BWBR0035303|Huisvestingswet 2014
BWBR0035917|Wet langdurige zorg|Wlz
BWBR0037885|Omgevingswet
BWBV0004143|Handvest van de Verenigde Naties|Handvest der Verenigde Naties
`;
