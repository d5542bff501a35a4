import { runAttachments } from "./attachments.ts";
import { simulateCards } from "./attack/cards.ts";
import { simulateAttack } from "./attack/main.ts";
import { runLongRows } from "./bench.ts";
import { runBombs } from "./bombs.ts";
import { simulateBusy } from "./busy.ts";
import { fitCandidates, runCandidates } from "./candidates/main.ts";
import { simulatePlanted } from "./candidates/planted.ts";
import { runChats } from "./chats.ts";
import { runClaims } from "./claims.ts";
import { simulateDamage } from "./damage.ts";
import { simulateImage } from "./disk-image.ts";
import { simulateHistories } from "./firm/histories-campaign.ts";
import { simulateDatabase, simulateFirm } from "./firm/main.ts";
import { upgradeFirm } from "./firm/upgrade.ts";
import { runFloods } from "./floods.ts";
import { simulateRules } from "./gate/by-rule.ts";
import { simulateLooks } from "./gate/wire/guide-looks.ts";
import { simulateGate } from "./gate/wire/main.ts";
import { simulateGuide } from "./guide.ts";
import { simulateHostile } from "./hostile/main.ts";
import { simulateIndex } from "./index-flip.ts";
import { simulateJudge } from "./judge.ts";
import { runKinds } from "./kinds/main.ts";
import { runAddressForms } from "./law/address-forms.ts";
import { runNearMisses } from "./law/near-misses.ts";
import { runReferences } from "./law/references.ts";
import { runUnknownLaws } from "./law/unknown-laws.ts";
import { simulateLeaving } from "./leaving/main.ts";
import { simulateQuestions } from "./leaving/questions.ts";
import { simulateTurns } from "./leaving/turns.ts";
import { simulateChoices } from "./page/choices.ts";
import { simulatePage } from "./page/main.ts";
import { simulatePower } from "./power/main.ts";
import { simulateProof } from "./proof/main.ts";
import { runReceipts } from "./receipts.ts";
import { simulateSalvage } from "./salvage.ts";
import { simulateServer } from "./server-campaign.ts";
import { runSpans } from "./spans.ts";
import { runGuards, runLongTests } from "./tests.ts";
import { runTnef } from "./tnef.ts";
import { runToolKills } from "./tools-kill.ts";
import { simulateOpen, simulateUnread } from "./unread.ts";
import { runVaultKill } from "./vault-kill-campaign.ts";
import { runVaultScale } from "./vault-scale.ts";
import { runVaultStream } from "./vault-stream.ts";
import { simulateWalks } from "./walks.ts";
import { simulateWants } from "./wants.ts";

/** The long runs by name: each prints what happened and says whether all held. */
const campaigns: Readonly<Record<string, (args: string[]) => boolean | Promise<boolean>>> = {
  bench: runLongRows,
  server: simulateServer,
  firm: simulateFirm,
  database: simulateDatabase,
  histories: simulateHistories,
  upgrade: upgradeFirm,
  salvage: simulateSalvage,
  index: simulateIndex,
  damage: (args) => simulateDamage(args.map(Number)),
  image: (args) => simulateImage(args.map(Number)),
  power: (args) => simulatePower(args.map(Number)),
  tools: runToolKills,
  guide: simulateGuide,
  candidates: runCandidates,
  "fit-candidates": fitCandidates,
  chats: runChats,
  claims: runClaims,
  hostile: simulateHostile,
  leaving: simulateLeaving,
  turns: simulateTurns,
  questions: simulateQuestions,
  gate: simulateGate,
  rules: simulateRules,
  looks: simulateLooks,
  planted: simulatePlanted,
  judge: simulateJudge,
  attack: simulateAttack,
  cards: simulateCards,
  page: simulatePage,
  choices: simulateChoices,
  unread: simulateUnread,
  open: simulateOpen,
  spans: runSpans,
  kinds: runKinds,
  busy: (args) => simulateBusy(args.map(Number)),
  receipts: runReceipts,
  "near-misses": runNearMisses,
  "address-forms": runAddressForms,
  references: runReferences,
  "unknown-laws": runUnknownLaws,
  bombs: (args) => runBombs(args.map(Number)),
  guards: runGuards,
  floods: runFloods,
  attachments: runAttachments,
  proof: simulateProof,
  tests: runLongTests,
  tnef: runTnef,
  "vault-scale": runVaultScale,
  "vault-stream": runVaultStream,
  "vault-kill": runVaultKill,
  wants: simulateWants,
  walks: simulateWalks,
};

const usage = `usage: npm run campaign -- NAME [numbers]
  bench                                the rows of the bench that take minutes
  server [kills] [flips] [seed]        kill a whole server and flip bytes of its store, then the store alone
  firm [rounds] [seed] [crashes] [turns] three servers over one PostgreSQL, killed and halted past their lease, the database killed, two processes on one run, and two controls
  database [kills] [seed]              the same servers while their database is killed, and two controls
  histories [seconds] [seed]           what sixteen clients see of four runs over two servers, against one order of all calls, and a control
  upgrade [commit] [seed]              two servers of an older commit over one PostgreSQL become this one under load
  salvage [folders] [seed]             damage the folder of a store in one to four places, and salvage it
  index [flips] [seed]                 flip bits in the file of a search index that was closed, killed or is open
  damage [flips] [seed]                flip bits in all files of a server's folder, in three states, and ask everything
  power [cuts] [seed] [lies] [servers] cut the power of a store and of a whole server: what was not synced is lost or torn; a disk that lies
  image [lines]                        a raw disk after an erasure, a restart, a backup and a restore
  tools [kills] [seed]                 kill a server while its tools run
  guide                                made-up cases by the guide's word alone, beside their truth
  candidates [--misses] [--rank-provider name] [case ...]  where the right sentence stands among those that are laid before a person,
                                       and where it stands once a model has ordered them
  planted [case ...]                   looks on what a person chooses rightly, and wrongly in four ways, for keyed claims
  fit-candidates                       fit the weights of that order on cases keyed by sentence, and write them
  claims [even|odd]                    one claim about one dossier, over all kinds of evidence, in figures
  chats [even|odd]                     who speaks and when in the cases of chats, in figures
  hostile [proposals] [files] [seed] [memos]  a model in an attacker's hands over hostile mails and PDFs
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
  bombs [from]                         files made to cost more than they are, sent to a whole server
  guards                               every guard, authenticator and parser at the wire made to throw, hang, answer late and answer nothing
  floods [one]                         connections and calls that mean harm, while somebody searches
  attachments                          bytes of attached parts beside Python's
  proof [changes] [lies] [seed] [every]  proofs that were changed, and signed lies, against three verifiers; the page one in so many
  tests                                the long tests, those that neither npm test nor npm run test:all has
  tnef [seed]                          made-up winmail.dat files, beside the program of that name
  vault-scale [messages]               import mail of three sizes, and search meanwhile
  vault-stream [MiB] [level]           import one mailbox of this size, or a zip, and watch the server's memory
  vault-kill [MiB] [times] [seed]      kill the server and stop the client while a mailbox and a zip are imported
  wants [drafts] [seed]                drafts of a model that drops, rewords and merges demands, over gRPC
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
].includes(name);
if (!campaign || (!takesNames && args.some((one) => !/^\d+$/.test(one)))) {
  process.stderr.write(usage);
  process.exit(2);
}
process.exit((await campaign(args)) ? 0 : 1);
