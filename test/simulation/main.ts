/** The long runs by name: each prints what happened and says whether all held. Its program alone is loaded. */
const campaigns: Readonly<Record<string, (args: string[]) => boolean | Promise<boolean>>> = {
  bench: async () => (await import("./bench.ts")).runLongRows(),
  server: async (args) => (await import("./server-campaign.ts")).simulateServer(args),
  firm: async (args) => (await import("./firm/main.ts")).simulateFirm(args),
  database: async (args) => (await import("./firm/main.ts")).simulateDatabase(args),
  histories: async (args) => (await import("./firm/histories-campaign.ts")).simulateHistories(args),
  upgrade: async (args) => (await import("./firm/upgrade.ts")).upgradeFirm(args),
  salvage: async (args) => (await import("./salvage.ts")).simulateSalvage(args),
  index: async (args) => (await import("./index-flip.ts")).simulateIndex(args),
  catalogue: async (args) => (await import("./catalogue-flip.ts")).simulateCatalogue(args.map(Number)),
  backup: async (args) => (await import("./backup-flip.ts")).simulateBackup(args.map(Number)),
  damage: async (args) => (await import("./damage.ts")).simulateDamage(args.map(Number)),
  image: async (args) => (await import("./disk-image.ts")).simulateImage(args.map(Number)),
  power: async (args) => (await import("./power/main.ts")).simulatePower(args.map(Number)),
  tools: async (args) => (await import("./tools-kill.ts")).runToolKills(args),
  guide: async () => (await import("./guide.ts")).simulateGuide(),
  candidates: async (args) => (await import("./candidates/main.ts")).runCandidates(args),
  access: async (args) => (await import("./access.ts")).simulateAccess(args),
  "fit-candidates": async () => (await import("./candidates/main.ts")).fitCandidates(),
  chats: async (args) => (await import("./chats.ts")).runChats(args),
  claims: async (args) => (await import("./claims.ts")).runClaims(args),
  hostile: async (args) => (await import("./hostile/main.ts")).simulateHostile(args),
  leaving: async (args) => (await import("./leaving/main.ts")).simulateLeaving(args),
  turns: async (args) => (await import("./leaving/turns.ts")).simulateTurns(args),
  questions: async (args) => (await import("./leaving/questions.ts")).simulateQuestions(args),
  gate: async (args) => (await import("./gate/wire/main.ts")).simulateGate(args),
  rules: async (args) => (await import("./gate/by-rule.ts")).simulateRules(args),
  looks: async (args) => (await import("./gate/wire/guide-looks.ts")).simulateLooks(args),
  planted: async (args) => (await import("./candidates/planted.ts")).simulatePlanted(args),
  judge: async (args) => (await import("./judge.ts")).simulateJudge(args),
  attack: async (args) => (await import("./attack/main.ts")).simulateAttack(args),
  cards: async (args) => (await import("./attack/cards.ts")).simulateCards(args),
  page: async (args) => (await import("./page/main.ts")).simulatePage(args),
  choices: async (args) => (await import("./page/choices.ts")).simulateChoices(args),
  replays: async (args) => (await import("./replays.ts")).simulateReplays(args.map(Number)),
  mends: async (args) => (await import("./mends/main.ts")).simulateMends(args.map(Number)),
  unread: async (args) => (await import("./unread.ts")).simulateUnread(args),
  open: async (args) => (await import("./unread.ts")).simulateOpen(args),
  spans: async (args) => (await import("./spans.ts")).runSpans(args),
  kinds: async (args) => (await import("./kinds/main.ts")).runKinds(args),
  busy: async (args) => (await import("./busy.ts")).simulateBusy(args.map(Number)),
  receipts: async (args) => (await import("./receipts.ts")).runReceipts(args),
  "near-misses": async (args) => (await import("./law/near-misses.ts")).runNearMisses(args),
  "address-forms": async (args) => (await import("./law/address-forms.ts")).runAddressForms(args),
  references: async (args) => (await import("./law/references.ts")).runReferences(args),
  "unknown-laws": async (args) => (await import("./law/unknown-laws.ts")).runUnknownLaws(args),
  bombs: async (args) => (await import("./bombs.ts")).runBombs(args.map(Number)),
  guards: async () => (await import("./tests.ts")).runGuards(),
  floods: async (args) => (await import("./floods.ts")).runFloods(args),
  attachments: async () => (await import("./attachments.ts")).runAttachments(),
  proof: async (args) => (await import("./proof/main.ts")).simulateProof(args),
  tests: async () => (await import("./tests.ts")).runLongTests(),
  tnef: async (args) => (await import("./tnef.ts")).runTnef(args),
  "vault-scale": async (args) => (await import("./vault-scale.ts")).runVaultScale(args),
  "vault-stream": async (args) => (await import("./vault-stream.ts")).runVaultStream(args),
  "vault-kill": async (args) => (await import("./vault-kill-campaign.ts")).runVaultKill(args),
  wants: async (args) => (await import("./wants.ts")).simulateWants(args),
  formats: async () => (await import("./formats.ts")).simulateFormats(),
  walks: async (args) => (await import("./walks.ts")).simulateWalks(args),
};

const usage = `usage: npm run campaign -- NAME [numbers]
  bench                                the rows of the bench that take minutes
  server [kills] [flips] [seed]        kill a whole server and flip bytes of its store, then the store alone
  access [operations] [seed]           twelve people let each other in, wall each other off, read and list over a server, beside a list
  firm [rounds] [seed] [crashes] [turns] three servers over one PostgreSQL, killed and halted past their lease, the database killed, two processes on one run, and two controls
  database [kills] [seed]              the same servers while their database is killed, and two controls
  histories [seconds] [seed]           what sixteen clients see of four runs over two servers, against one order of all calls, and a control
  upgrade [commit] [seed]              two servers of an older commit over one PostgreSQL become this one under load
  salvage [folders] [seed]             damage the folder of a store in one to four places, and salvage it
  index [flips] [seed]                 flip bits in the file of a search index that was closed, killed or is open
  catalogue [flips] [seed]             flip bits in the file of a list of documents that was closed
  backup [flips] [seed]                flip bits in the files of a backup in clear, and restore it
  damage [flips] [seed] [from]         flip bits in all files of a server's folder, in three states, and ask everything; from a round, where an earlier run ended
  power [cuts] [seed] [lies] [servers] cut the power of a store and of a whole server: what was not synced is lost or torn; a disk that lies
  image [lines]                        a raw disk after an erasure, a restart, a backup and a restore
  tools [kills] [seed]                 kill a server while its tools run
  guide                                made-up cases by the guide's word alone, beside their truth
  candidates [--misses] [--rank-provider name] [case ...]  where the right sentence stands among those that are laid before a person,
                                       and where it stands once a model has ordered them
  planted [--kinds] [case ...]         looks on what a person chooses rightly, and wrongly in four ways, for keyed claims; of the kinds that the guide gives them
  fit-candidates                       fit the weights of that order on cases keyed by sentence, and write them
  claims [even|odd]                    one claim about one dossier, over all kinds of evidence, in figures
  chats [even|odd]                     who speaks and when in the cases of chats, in figures
  hostile [proposals] [files] [seed] [memos]  a model in an attacker's hands over hostile mails and PDFs
  replays [seconds] [seed]             as many orders of steps as fit into the time, each replayed from its stored events
  mends [from] [to] [control]          each finding's test in a copy of the project without its mend, where it must fail
  leaving [proposals] [seed]           what leaves for a remote LawBot, each turn with two secrets of one shape
  turns [proposals] [seed]             the same over gRPC: whole turns of two installations whose dossiers differ in a secret
  questions [folder]                   sixty honest questions and a letter copied out, to honest and hostile LawBots, under three budgets
  gate [every] [seed]                  the sentences of all cases over gRPC against the check alone; one of so many
  rules [drafts] [show RULE]           which sentences that may be read each rule of the check meets, bad and honest
  looks [every] [case ...]             looks on what the guide binds for the facts of the gate's cases; one of so many
  judge --provider name [--model id] [--url address] [--case name]  what a second reader doubts of the sentences of cases/, by class
  attack --target strings|command|pincite [options]  the published attack set of attacks/ against a tool, by class
  cards make|score folder [--count n] [--seed n]  pictures of planted and honest cards of the page, for a judge without the key, and what came of it
  unread set                           figures of the halves of a set of cases/ that were not read, and no sentence
  open set --by name [--half even|odd] mark a set of cases/ as read
  page [number]                        whole memos on the page: keys alone, a large mailbox, twenty papers, UWV
  choices [case ...]                   keyed cases on the page, from an empty Vault to a final letter: how each right passage is found
  spans [mutations] [seed]             quotes that were tampered with, against the resolver
  kinds [mutations] [files] [seed]     quotes of chats, .pst, .emlx, Maildir, archives, sheets, slides, texts, locked files and pictures that were
                                       tampered with, and such files that were damaged
  busy [loops] [files]                 mails and papers read beside busy loops, by the limits of an import and without any
  near-misses [count] [seed] [quiet]    numbers beside a law's abbreviation that are no article; none may be read as law
  references [even|odd] [shipped|register] [show]  references that the editors of the Basiswettenbestand resolved, by the wire
  unknown-laws [even|odd] [count] [seed] [show]  laws that no shipped table names, in lines that the editors wrote about others
  address-forms [count] [seed] [quiet]  articles as Dutch lawyers write them, built from their addresses
  receipts [mutations] [seed]          receipts and keys that were tampered with, against their verification
  bombs [from] [to] [rounds]           files made to cost more than they are, sent to a whole server, and what memory it keeps
  guards                               every guard, authenticator and parser at the wire made to throw, hang, answer late and answer nothing
  floods [one]                         connections and calls that mean harm, while somebody searches, and a server that stands still
  attachments                          bytes of attached parts beside Python's
  proof [changes] [lies] [seed] [every]  proofs that were changed, and signed lies, against three verifiers; the page one in so many
  tests                                the long tests, those that neither npm test nor npm run test:all has
  tnef [seed]                          made-up winmail.dat files, beside the program of that name
  vault-scale [messages]               import mail of three sizes, and search meanwhile
  vault-stream [MiB] [level|pst]       import one mailbox of this size, a zip or a .pst, and watch the server's memory
  vault-kill [MiB] [times] [seed] [kind] [stops] kill the server and stop the client while a mailbox, a zip and a .pst are imported
  wants [drafts] [seed]                drafts of a model that drops, rewords and merges demands, over gRPC
  formats                              the same letter as text, Word file, PDF and mail: what is shown, bound and written
  walks [count] [seed]                 random presses of what run go offers, over three dossiers: each ends in a letter or in what is missing
Ends with 1 if anything did not hold.
`;

const [name = "", ...args] = process.argv.slice(2);
const campaign = campaigns[name];
/** Campaigns that are given names of cases, or options. */
const takesNames = [
  "candidates",
  "choices",
  "fit-candidates",
  "planted",
  "chats",
  "claims",
  "rules",
  "looks",
  "judge",
  "attack",
  "cards",
  "unread",
  "open",
  "references",
  "unknown-laws",
  "questions",
  "upgrade",
  "vault-kill",
  "vault-stream",
].includes(name);
if (!campaign || (!takesNames && args.some((one) => !/^\d+$/.test(one)))) {
  process.stderr.write(usage);
  process.exit(2);
}
process.exit((await campaign(args)) ? 0 : 1);
