/** Test files that one of the commands runs, as a glob from the project's root, and why they are there. */
export interface Row {
  readonly files: string;
  readonly why: string;
}

/** `npm run campaign -- tests`: all of the shared data once more, by second readers, and long kills; CI has its minutes for what changes. */
export const leftToCampaign: readonly Row[] = [
  { files: "test/simulation/attack/over-grpc.test.ts", why: "a small draw of the attack set against a whole server" },
  {
    files: "test/{e2e/findings-mended,page/findings-mended,simulation/walks}.test.ts",
    why: "each mend of each finding typed over gRPC, and pressed on the page; three random walks through a whole letter",
  },
  {
    files: "test/simulation/{vault-kill,server,tools}.test.ts",
    why: "servers that are killed: under eight clients, while tools run, while a large mailbox and a zip are imported",
  },
  {
    files: "test/vault/{known-item,docx-xml,on-pages}.test.ts",
    why: "a large mailbox; all Word files beside xmllint, all PDFs beside poppler",
  },
  { files: "test/formats/**/*.test.ts", why: "a second reader of stores, in Python" },
  {
    files: "test/run/{judge,ranking}/random-answers.test.ts",
    why: "ten thousand answers of a second reader, and of a model that orders passages",
  },
  {
    files: "test/cli/terminal-run.test.ts",
    why: "a whole letter typed into a terminal; go.test.ts asks the same questions, what-next.test.ts has the terminal",
  },
  { files: "test/simulation/judge.test.ts", why: "the sentences of a case, judged three times by second readers" },
  {
    files: "test/export/{docx-in-libreoffice,read-back-in-libreoffice}.test.ts",
    why: "Word files, opened and written anew by LibreOffice",
  },
  { files: "test/page/hostile-mails.test.ts", why: "fifty hostile mails, each opened in pages of a browser" },
  {
    files: "test/lawbot/{addresses,case-data,xpath,akn-xpath,rulings-xpath,ruling-papers-data}.test.ts",
    why: "each unit of all laws and rulings of the shared data, and a second reader of their XML",
  },
  { files: "test/vault/spamassassin.test.ts", why: "fifteen hundred mails beside another parser; smaller sets stay" },
  { files: "test/vault/claims/one-claim.test.ts", why: "a Vault for each of a hundred and thirty claims" },
  { files: "test/vault/outlook/**/*.test.ts", why: "whole mailboxes of Outlook, read several times" },
  { files: "test/vault/picture/rendered-pages.test.ts", why: "letters that Chromium renders, made worse and read" },
  {
    files: "test/page/english.test.ts",
    why: "the walk of reply.test.ts once more; keyboard.test.ts and first-load.test.ts have the page in English",
  },
  {
    files: "test/page/kept-papers.test.ts",
    why: "papers that are photographed, scanned and read; quote-viewer.test.ts and picture-shows.test.ts have their words, import/picture.test.ts their reading",
  },
  {
    files: "test/scenarios/live-demo.test.ts",
    why: "the demo once more, by each provider; the providers have tests of their own, and replay-run.test.ts what comes out",
  },
  {
    files: "test/page/long-lists.test.ts",
    why: "a thread of five hundred messages and four hundred pages, scrolled to their ends",
  },
  {
    files: "test/contract/pglite-store.test.ts",
    why: "the store's contract over PostgreSQL in WebAssembly, for machines that have no other; postgres-store.test.ts asks the same of PostgreSQL itself",
  },
  { files: "test/page/quote-spans.test.ts", why: "two hundred quotes, each marked in a page and read from it" },
];

/** `npm run test:all`; every other test file is `npm test`'s, so that a new one is run from its first day. */
export const leftToAll: readonly Row[] = [
  {
    files: "test/e2e/**/!(findings-mended).test.ts",
    why: "whole servers over gRPC, read by clients of other makes too",
  },
  {
    files: "test/profile/fuzzed-profiles.test.ts",
    why: "two hundred profiles as files, two thousand in the campaign; hostile-profiles.test.ts has others",
  },
  { files: "test/scenarios/!(reply-to-letter|live-demo).test.ts", why: "whole cases; reply-to-letter stands for them" },
  {
    files: "test/page/!(reply|english|findings-mended|kept-papers|quote-spans|hostile-mails|long-lists|marked).test.ts",
    why: "pages in Chromium; the answered letter stands for them",
  },
  { files: "test/verify-page/**/*.test.ts", why: "the page that checks proofs, in Chromium" },
  {
    files:
      "test/cli/{access-commands,backup,demo,docs,follow-turn,go,go-papers,half-true,kept-letter,law-commands,law-import,law-pack,layman-uwv,letter,mend-commands,page,picture-shows,receipt-commands,refused-quote,ruling-commands,session,sign,store-commands,store-salvage,tool-commands,usage-commands,vault-docs,vault-import,vault-upload,verify,what-next}.test.ts",
    why: "commands against whole servers; the whole letter of layman stands for them",
  },
  { files: "test/cli/marked-*.test.ts", why: "commands against whole servers, in a generated language" },
  { files: "test/page/marked.test.ts", why: "a letter on the page in Chromium, in a generated language" },
  { files: "test/cli/profile.test.ts", why: "a dry run of a kind of memo against a whole server" },
  { files: "test/cli/{proto/output,show/replay-show}.test.ts", why: "commands against whole servers" },
  {
    files: "test/{anchor,docs}/**/*.test.ts",
    why: "whole servers on folders that are turned back, moved or restored",
  },
  {
    files: "test/simulation/**/!(vault-kill|server|tools|judge|over-grpc|walks).test.ts",
    why: "small samples of the campaigns, and the sentences that they are made of",
  },
  { files: "test/cases/unread.test.ts", why: "the campaign of unread halves, which walks a whole server too" },
  { files: "test/{engine/run/index-killed,store/level/unclean-end}.test.ts", why: "processes that are killed" },
  {
    files: "test/{golden/proofs/second-reader,span/speaker-second-reader}.test.ts",
    why: "a second reader of proofs and of their spans, in Python",
  },
  {
    files: "test/export/docx-second-reader.test.ts",
    why: "a second reader of Word files",
  },
  {
    files: "test/vault/{import/picture,correct-reading}.test.ts",
    why: "pictures, each of which takes a second to be read",
  },
  { files: "test/vault/bombs.test.ts", why: "files made to cost much" },
  {
    files: "test/{tool/honest-questions,vault/thread/threads-data}.test.ts",
    why: "sixty questions under three budgets, and every thread of whole mailboxes; their rooms' other tests stand for them",
  },
  { files: "test/tracing/collector.test.ts", why: "whole servers whose collector is away, slow or talks nonsense" },
  { files: "test/wire/guards.test.ts", why: "each guard of the wire, made to throw, hang and answer late" },
  {
    files: "test/{vault/parse/reader,store/level/damage}.test.ts",
    why: "each limit of the reading thread and each block of a store, made to fail one after the other",
  },
  {
    files:
      "test/{contract/postgres-store,store/postgres/case,store/postgres/erased-for-good,store/postgres/lazy,store/postgres/level,store/postgres/point-in-time,store/postgres/pooled,store/postgres/replicas,store/postgres/same-keys,store/postgres/servers,store/postgres/strand-leases,store/postgres/turned-back,store/postgres/wrapping}.test.ts",
    why: "clusters of PostgreSQL, one of which is killed, and whole servers beside them",
  },
  { files: "test/backup/resumed-store.test.ts", why: "a store that is copied into PostgreSQL in WebAssembly" },
  {
    files: "test/lawbot/fetch/hostile-service.test.ts",
    why: "a law service that lies, hangs and floods, in a process of its own; fetch-law and fault-sequences stay",
  },
  {
    files: "test/grounding/draft-check-mutation.test.ts",
    why: "drafts changed at random by the hundred; each rule has its example in rule-examples",
  },
  {
    files: "test/{model/providers/extractive-accepted,run/rewind}.test.ts",
    why: "thousands of contexts and of walks by a generator",
  },
];

/** Files of either command whose worker runs nothing beside them; all others share one with its loaded modules. */
export const alone: readonly Row[] = [
  { files: "test/architecture/machine-leads.test.ts", why: "puts a machine of its own in the place of the module" },
  { files: "test/wire/guards.test.ts", why: "puts its own in the place of modules, and hears what nobody caught" },
];

/** Files of `npm run test:all` that change what every module reads, before any does: each has a process of its own, with modules as Node imports them. */
export const ownProcess: readonly Row[] = [
  {
    files: "test/{cli/marked-*,page/marked}.test.ts",
    why: "a generated language stands in the place of Dutch in all of their process",
  },
];
