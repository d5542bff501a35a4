"""A client in another language: drives one run from CreateRun to the finalised draft over gRPC, and checks what it got.

Usage: client.py STUBS ADDRESS LAW_XML LAW_VALID_FROM MAIL_TAR_GZ

Knows nothing of the server but its .proto files. Prints one JSON object with figures and never any evidence text.
Ends with 1 and a sentence on stderr as soon as something does not hold.
"""

import hashlib
import json
import os
import sys
import tarfile
import time
import uuid

sys.path.insert(0, sys.argv[1])

import grpc  # noqa: E402
from pincite.artifact.v1 import artifact_service_pb2 as artifact  # noqa: E402
from pincite.artifact.v1 import artifact_service_pb2_grpc as artifact_rpc  # noqa: E402
from pincite.evidence.v1 import evidence_pb2 as evidence  # noqa: E402
from pincite.lawbot.v1 import law_import_service_pb2 as law_import  # noqa: E402
from pincite.lawbot.v1 import law_import_service_pb2_grpc as law_import_rpc  # noqa: E402
from pincite.lawbot.v1 import laws_service_pb2 as laws  # noqa: E402
from pincite.lawbot.v1 import laws_service_pb2_grpc as laws_rpc  # noqa: E402
from pincite.memo.v1 import citation_ledger_pb2 as ledger_pb  # noqa: E402
from pincite.memo.v1 import draft_text_pb2 as draft_pb  # noqa: E402
from pincite.memo.v1 import evidence_needs_pb2 as needs_pb  # noqa: E402
from pincite.memo.v1 import intent_pb2 as intent_pb  # noqa: E402
from pincite.memo.v1 import need_map_pb2 as map_pb  # noqa: E402
from pincite.memo.v1 import skeleton_pb2 as skeleton_pb  # noqa: E402
from pincite.memo.v1 import stage_proposal_pb2 as proposal_pb  # noqa: E402
from pincite.orchestrator.v1 import orchestrator_service_pb2 as orchestrator  # noqa: E402
from pincite.orchestrator.v1 import orchestrator_service_pb2_grpc as orchestrator_rpc  # noqa: E402
from pincite.run.v1 import orchestrator_state_pb2 as state_pb  # noqa: E402
from pincite.run.v1 import run_context_pb2 as run_pb  # noqa: E402
from pincite.span.v1 import span_pb2 as span_pb  # noqa: E402
from pincite.tool.v1 import tool_output_pb2 as output_pb  # noqa: E402
from pincite.tool.v1 import tool_request_pb2 as tool_pb  # noqa: E402
from pincite.tool.v1 import tool_service_pb2 as tools  # noqa: E402
from pincite.tool.v1 import tool_service_pb2_grpc as tools_rpc  # noqa: E402
from pincite.vault.v1 import docs_service_pb2 as docs  # noqa: E402
from pincite.vault.v1 import docs_service_pb2_grpc as docs_rpc  # noqa: E402
from pincite.vault.v1 import vault_import_service_pb2 as vault_import  # noqa: E402
from pincite.vault.v1 import vault_import_service_pb2_grpc as vault_import_rpc  # noqa: E402

_, STUBS, ADDRESS, LAW_XML, LAW_VALID_FROM, MAIL = sys.argv
STRAND = "letters"
CHUNK = 256 * 1024
REFERENCE_DATE = "2013-01-15"

# What the memo claims: text, kind of claim, and the words to search its first slot with if the server found nothing.
CLAIMS = {
    "Facts": [
        ("The updated lease information was sent by e-mail.", "promise", "lease"),
        ("It was reported that deals were missing.", "notice", "missing deals"),
        ("It was agreed to send the schedule, and no vacation was ever confirmed.", "non-performance", "schedule"),
        ("The place of the address change stands in a message.", "location-of-clause", "address"),
        ("I read each of these messages myself.", "own-statement", ""),
    ],
    "Legal basis": [("An employer must act as a good employer does (art. 7:611 BW).", "legal-basis", "goed werkgever")],
    "Request": [("I ask for a written answer within two weeks.", "request", "")],
}
GOAL = (
    "Reply to my employer about the lease, the missing deals and the schedule, with the messages as evidence, "
    "and rely on good employership (art. 7:611 BW)."
)

figures = {"rpcs": 0, "turns": 0, "tools_by_person": 0, "proposals_by_person": 0, "confirmed_items": 0, "stages": []}


def check(holds, sentence):
    """Ends the program where something does not hold."""
    if not holds:
        sys.exit(sentence)


def sha256(content):
    return hashlib.sha256(content).hexdigest()


class Counting(grpc.UnaryUnaryClientInterceptor):
    def intercept_unary_unary(self, continuation, details, request):
        figures["rpcs"] += 1
        return continuation(details, request)


class Bearer(
    grpc.UnaryUnaryClientInterceptor,
    grpc.UnaryStreamClientInterceptor,
    grpc.StreamUnaryClientInterceptor,
    grpc.StreamStreamClientInterceptor,
):
    """Sends the token of the server's account along with each call."""

    def __init__(self, token):
        self.entry = ("authorization", f"Bearer {token}")

    def _intercept(self, continuation, details, request):
        metadata = [*(details.metadata or []), self.entry]
        call = grpc.ClientCallDetails()
        call.method, call.timeout, call.metadata = details.method, details.timeout, metadata
        call.credentials, call.wait_for_ready = details.credentials, details.wait_for_ready
        call.compression = details.compression
        return continuation(call, request)

    intercept_unary_unary = intercept_unary_stream = intercept_stream_unary = intercept_stream_stream = _intercept


bare = grpc.insecure_channel(ADDRESS, options=[("grpc.max_receive_message_length", 4 * 1024 * 1024)])
plain = grpc.intercept_channel(bare, Bearer(os.environ["PINCITE_TOKEN"]))
channel = grpc.intercept_channel(plain, Counting())
runs = orchestrator_rpc.OrchestratorServiceStub(channel)
tool_service = tools_rpc.ToolServiceStub(channel)
artifacts = artifact_rpc.ArtifactServiceStub(channel)
doc_service = docs_rpc.DocsServiceStub(channel)
law_service = laws_rpc.LawsServiceStub(channel)


def import_law():
    """The whole code as one client stream."""
    content = open(LAW_XML, "rb").read()

    def requests():
        yield law_import.ImportRequest(start=law_import.ImportStart(idempotency_key=str(uuid.uuid4())))
        path = LAW_XML.rsplit("/", 1)[-1]
        yield law_import.ImportRequest(file=law_import.ImportFile(path=path, valid_from=LAW_VALID_FROM))
        for at in range(0, len(content), CHUNK):
            yield law_import.ImportRequest(chunk=content[at : at + CHUNK])

    answer = law_import_rpc.LawImportServiceStub(plain).Import(requests(), timeout=300)
    check(answer.imported_count == 1, f"the law was not imported: {[item.message for item in answer.items]}")


def import_mail():
    """Every message as one stream each way."""
    with tarfile.open(MAIL) as tar:
        files = [(member.name, tar.extractfile(member).read()) for member in tar.getmembers() if member.isfile()]

    def requests():
        yield vault_import.ImportRequest(begin=vault_import.ImportBegin(strand_id=STRAND))
        for path, content in files:
            yield vault_import.ImportRequest(item=vault_import.ImportItem(path=path, size_bytes=len(content)))
            for at in range(0, len(content), CHUNK):
                yield vault_import.ImportRequest(chunk=content[at : at + CHUNK])

    summary, uid_wrong = None, 0
    by_path = {path: sha256(content) for path, content in files}
    for answer in vault_import_rpc.VaultImportServiceStub(plain).Import(requests(), timeout=600):
        if answer.HasField("summary"):
            summary = answer.summary
        elif answer.item.path in by_path and answer.item.doc_uid != by_path[answer.item.path]:
            uid_wrong += 1
    check(summary is not None, "the import ended without a summary")
    check(uid_wrong == 0, f"{uid_wrong} documents are not named by the sha256 of their bytes")
    check(summary.refused_count == 0, f"{summary.refused_count} messages were refused")
    figures["mail"] = len(files)
    figures["imported"], figures["duplicates"] = summary.imported_count, summary.duplicate_count


class Run:
    """A run and the context of the last answer about it."""

    def __init__(self):
        answer = runs.CreateRun(
            orchestrator.CreateRunRequest(
                idempotency_key=str(uuid.uuid4()), strand_id=STRAND, locale="en", reference_date=REFERENCE_DATE
            )
        )
        self.context = answer.run_context

    def command(self):
        return dict(
            run_id=self.context.run_id, idempotency_key=str(uuid.uuid4()), expected_version=self.context.version
        )

    def took(self, answer):
        self.context = answer.run_context
        return answer

    def state(self):
        return state_pb.OrchestratorState.Name(self.context.state).removeprefix("ORCHESTRATOR_STATE_")

    def current(self, role, message):
        """The artifact that is current in a role, fetched and checked against its digest."""
        for each in self.context.current:
            if each.role == role:
                content = artifacts.GetArtifact(artifact.GetArtifactRequest(digest=each.ref.digest)).content
                check(sha256(content) == each.ref.digest, f"{role} is not what its digest says")
                return message.FromString(content)
        return message()

    def guide(self, prompt):
        """A turn as a stream, and once more by its key: the stream's last message is what Guide answers."""
        figures["turns"] += 1
        request = orchestrator.GuideRequest(user_prompt=prompt, **self.command())
        told = [each for each in runs.GuideStream(orchestrator.GuideStreamRequest(guide=request), timeout=120)]
        happened = [each.WhichOneof("progress") for each in told]
        check(happened[:2] == ["turn_began", "step_began"], f"a turn began with {happened[:2]}")
        # Places that an accepted answer names are looked up by the kernel before the turn ends.
        ending = [each for each in happened if not each.startswith("tool_")][-2:]
        check(ending == ["answer_judged", "finished"] and happened[-1] == "finished", f"a turn ended with {happened[-3:]}")
        check(happened.count("tool_requested") == happened.count("tool_finished"), "a tool request came to no end")
        answer = runs.Guide(request, timeout=120)
        check(told[-1].finished == answer, "Guide answers otherwise than the stream did")
        return self.took(answer)

    def propose(self, **proposal):
        figures["proposals_by_person"] += 1
        request = orchestrator.ProposeRequest(proposal=proposal_pb.StageProposal(**proposal), **self.command())
        return self.took(runs.Propose(request))

    def confirm(self):
        """Says yes to every item that is undecided: at once to those without looks, one by one to the rest, naming theirs."""
        waiting = [item for item in self.context.items if item.decision == run_pb.ITEM_DECISION_UNSPECIFIED]
        plain = [item for item in waiting if not item.looks]
        for together in [plain] * bool(plain) + [[item] for item in waiting if item.looks]:
            shown = next(each.ref.digest for each in self.context.current if each.role == "proposal")
            yes = [
                orchestrator.ConfirmItem(
                    item_id=item.item_id,
                    decision=run_pb.ITEM_DECISION_CONFIRM,
                    look_fingerprints=[look.fingerprint for look in item.looks],
                    shown_digests=item.compare_digests,
                )
                for item in together
            ]
            self.took(runs.Confirm(orchestrator.ConfirmRequest(proposal_digest=shown, items=yes, **self.command())))
            figures["confirmed_items"] += len(yes)

    def advance(self):
        left = self.state()
        check(
            not self.context.missing_inputs,
            f"{left} cannot be left: {[(m.subject_id, m.description) for m in self.context.missing_inputs]}",
        )
        check(self.context.next_action.kind == run_pb.NextAction.KIND_ADVANCE, f"{left}: the next action is not Advance")
        self.took(runs.Advance(orchestrator.AdvanceRequest(**self.command())))
        figures["stages"].append(left)

    def tool(self, name, slot_id, **params):
        """Asks for a tool as the person, runs it, gives the result."""
        figures["tools_by_person"] += 1
        asked = self.took(
            tool_service.RequestTool(
                tools.RequestToolRequest(
                    tool_name=name, slot_id=slot_id, params=tool_pb.ToolRequestParams(**params), **self.command()
                )
            )
        )
        done = self.took(
            runs.ExecuteToolRequest(orchestrator.ExecuteToolRequestRequest(request_id=asked.request.id, confirmed=True))
        )
        return done.tool_result_log.results[0]


def slots_of(needs):
    """Required slots with the claim each belongs to."""
    return [
        (claim, slot) for section in needs.sections for claim in section.claims for slot in claim.required
    ]


WORDS = {text: words for claims in CLAIMS.values() for text, _, words in claims}


def intent(run):
    run.propose(intent_seed=intent_pb.IntentSeedProposal(goal=GOAL, tone="firm", audience="employer"))
    run.confirm()
    run.advance()


def skeleton(run):
    run.guide("Propose an outline.")
    sections = [
        skeleton_pb.SectionProposal(
            title=title, claims=[skeleton_pb.ClaimProposal(text=text, claim_kind=kind) for text, kind, _ in claims]
        )
        for title, claims in CLAIMS.items()
    ]
    run.propose(skeleton=skeleton_pb.MessageSkeletonProposal(sections=sections))
    run.confirm()
    run.advance()


def evidence_needs(run):
    run.guide("Find what the claims need.")
    for claim, slot in slots_of(run.current("evidence_needs", needs_pb.EvidenceNeeds)):
        figures["slots"] = figures.get("slots", 0) + 1
        if slot.kind == run_pb.SLOT_KIND_OWN_STATEMENT:
            continue
        if slot.kind == run_pb.SLOT_KIND_ABSENCE:
            # What the guide searched may have found more than it lists; each hit of this one is dismissed below.
            run.tool("vault.search", slot.slot_id, vault_search=tool_pb.VaultSearchParams(query="vacation", limit=50))
        elif not slot.candidates:
            words = WORDS[claim.claim_text]
            if slot.source == "law":
                run.tool("lawbot.search", slot.slot_id, lawbot_search=tool_pb.LawbotSearchParams(query=words))
            else:
                run.tool("vault.search", slot.slot_id, vault_search=tool_pb.VaultSearchParams(query=words))
    run.confirm()
    run.advance()


def evidence_binding(run):
    run.guide("Bind the evidence.")
    run.confirm()
    open_slots = {slot.slot_id for slot in run.context.slots if slot.required and not slot.bound}
    own = []
    for claim, slot in slots_of(run.current("evidence_needs", needs_pb.EvidenceNeeds)):
        if slot.slot_id in open_slots:
            own.append(bound_by_hand(claim, slot))
    if own:
        run.propose(need_map=map_pb.EvidenceNeedMapProposal(bindings=own))
        run.confirm()
    run.advance()


def bound_by_hand(claim, slot):
    if slot.kind == run_pb.SLOT_KIND_ABSENCE:
        return absence_by_hand(slot)
    return map_pb.BindingProposal(slot_id=slot.slot_id, evidence=evidence_by_hand(claim, slot))


def evidence_by_hand(claim, slot):
    if slot.kind == run_pb.SLOT_KIND_OWN_STATEMENT:
        return evidence.EvidenceRef(statement=evidence.StatementEvidence(text=claim.claim_text))
    best = slot.candidates[0]
    if best.evidence_id.startswith("law:"):
        return evidence.EvidenceRef(law=evidence.LawEvidence(evidence_id=best.evidence_id))
    document = evidence.DocumentEvidence(evidence_id=best.evidence_id)
    if slot.kind == run_pb.SLOT_KIND_LOCATION:
        document.place.passage = best.chunk_uid
    return evidence.EvidenceRef(document=document)


def absence_by_hand(slot):
    """The newest search for the slot that lists all it found, with a reason for each hit."""
    for result_id in reversed(slot.search_result_ids):
        call = tool_service.ExplainToolCall(tools.ExplainToolCallRequest(id=result_id))
        content = artifacts.GetArtifact(artifact.GetArtifactRequest(digest=call.output_ref.digest)).content
        found = evidence.EvidenceSearchResult.FromString(content)
        if found.total_count == len(found.candidates):
            break
    return map_pb.BindingProposal(
        slot_id=slot.slot_id,
        evidence=evidence.EvidenceRef(search=evidence.SearchEvidence(tool_result_id=result_id)),
        dismissals=[
            map_pb.HitDismissalProposal(evidence_id=hit.evidence_id, reason="It is about something else.")
            for hit in found.candidates
        ],
    )


def span_resolution(run):
    run.guide("Find the words that carry the claims.")
    run.confirm()
    entries = run.current("citation_ledger", ledger_pb.CitationLedger).entries
    done = {entry.binding_id for entry in entries}
    own = []
    for binding in run.current("need_map", map_pb.EvidenceNeedMap).bindings:
        if binding.slot_kind == run_pb.SLOT_KIND_QUOTE and binding.binding_id not in done:
            own.append(quoted_by_hand(run, binding))
    if own:
        run.propose(citation_ledger=ledger_pb.CitationLedgerProposal(spans=own))
        run.confirm()
    run.advance()


def quoted_by_hand(run, binding):
    """The first line of the best passage, as a locator that the server resolves."""
    which = binding.evidence.WhichOneof("evidence")
    uid = getattr(binding.evidence, which).evidence_id.split(":", 1)[1].split("#")[0]
    query = tool_pb.SpanQuery(locator=span_pb.SpanLocator(doc_uid=uid), query="the")
    params = tool_pb.GetSpansParams(queries=[query])
    if which == "law":
        result = run.tool("lawbot.get_spans", binding.slot_id, lawbot_get_spans=params)
    else:
        result = run.tool("vault.get_spans", binding.slot_id, vault_get_spans=params)
    content = artifacts.GetArtifact(artifact.GetArtifactRequest(digest=result.output_ref.digest)).content
    passage = output_pb.SpansOutput.FromString(content).answers[0].passages[0]
    words = next(line.strip() for line in passage.text.splitlines() if len(line.strip()) > 20)
    locator = span_pb.SpanLocator(doc_uid=uid, chunk_uid=passage.chunk_uid, exact_quote=words, occurrence_index=0)
    return ledger_pb.SpanProposal(binding_id=binding.binding_id, locator=locator)


def draft(run):
    run.guide("Write the reply.")
    run.confirm()
    run.advance()
    check(run.context.lifecycle == state_pb.RUN_LIFECYCLE_FINALISED, "the run is not finalised")


def check_excerpts(run):
    """Every excerpt is the slice of the source at its offsets, counted in code points by this language."""
    texts, kinds = {}, {}
    for entry in run.current("citation_ledger", ledger_pb.CitationLedger).entries:
        kind = run_pb.SlotKind.Name(entry.slot_kind).removeprefix("SLOT_KIND_")
        kinds[kind] = kinds.get(kind, 0) + 1
        if not entry.HasField("span"):
            continue
        span = entry.span
        if span.doc_uid not in texts:
            texts[span.doc_uid] = text_of(entry.evidence.WhichOneof("evidence"), span.doc_uid)
        text, digest = texts[span.doc_uid]
        check(digest == span.source_digest == sha256(text.encode()), f"{entry.entry_id}: another source text")
        check(text[span.start_char : span.end_char] == span.excerpt, f"{entry.entry_id}: not the source's characters")
        check(sha256(span.excerpt.encode()) == span.excerpt_sha256, f"{entry.entry_id}: the excerpt's sha256 is wrong")
        figures["excerpts"] = figures.get("excerpts", 0) + 1
    figures["entries"] = kinds
    figures["sources"] = len(texts)


def text_of(kind, doc_uid):
    if kind == "law":
        law_id, date = doc_uid.split("@")
        answer = law_service.GetLawText(laws.GetLawTextRequest(law_id=law_id, in_force_on=date))
    else:
        answer = doc_service.GetDocText(docs.GetDocTextRequest(strand_id=STRAND, doc_uid=doc_uid))
    return answer.canonical_text.text, answer.source_digest


def check_artifacts(run):
    """Fetches everything the run recorded, whole and in pieces, and hashes it."""
    token, seen, size = "", set(), 0
    while True:
        page = artifacts.ListArtifacts(
            artifact.ListArtifactsRequest(run_id=run.context.run_id, page_size=50, page_token=token)
        )
        for info in page.artifacts:
            digest = info.ref.digest
            check(digest not in seen, f"{digest} is listed twice")
            seen.add(digest)
            pieces = artifacts.StreamArtifact(artifact.StreamArtifactRequest(digest=digest))
            content = b"".join(piece.content for piece in pieces)
            check(sha256(content) == digest and len(content) == info.ref.size_bytes, f"{digest}: other bytes")
            if len(content) < 3_000_000:
                whole = artifacts.GetArtifact(artifact.GetArtifactRequest(digest=digest)).content
                check(whole == content, f"{digest}: whole and in pieces differ")
            size += len(content)
        token = page.next_page_token
        if not token:
            break
    figures["artifacts"], figures["artifact_bytes"] = len(seen), size
    return seen


PARENTS = artifact.GetLineageRequest.DIRECTION_PARENTS
CHILDREN = artifact.GetLineageRequest.DIRECTION_CHILDREN


def lineage(run_id, digest, direction, depth=32):
    answer = artifacts.GetLineage(
        artifact.GetLineageRequest(digest=digest, direction=direction, depth=depth, run_id=run_id)
    )
    check(answer.run_id == run_id, "the lineage is of another run")
    check(not answer.truncated, "the lineage is cut off")
    nodes = {node.ref.digest: node.ref.kind for node in answer.nodes}
    for edge in answer.edges:
        check(edge.child in nodes and edge.parent in nodes, f"a dangling edge: {edge.child} -> {edge.parent}")
    return nodes, answer.edges


def check_lineage(run, known):
    """From the draft down to the tool requests, and from each of those back up to the draft."""
    draft_digest = next(each.ref.digest for each in run.context.current if each.role == "draft_text")
    run_id = run.context.run_id
    nodes, edges = lineage(run_id, draft_digest, PARENTS)
    check(set(nodes) <= known, "the lineage names artifacts that the run does not list")
    requests = [digest for digest, kind in nodes.items() if kind == "pincite.tool.v1.ToolRequest"]
    check(requests, "no tool request is reached from the draft")
    for entry in run.current("citation_ledger", ledger_pb.CitationLedger).entries:
        if entry.HasField("tool_result"):
            check(entry.tool_result.digest in nodes, f"{entry.entry_id}: its tool result is not reached from the draft")
    for each in requests:
        back, _ = lineage(run_id, each, CHILDREN)
        check(draft_digest in back, f"the draft is not reached from tool request {each}")
    down = {(e.child, e.parent) for each in known for e in lineage(run_id, each, PARENTS, 1)[1]}
    up = {(e.child, e.parent) for each in known for e in lineage(run_id, each, CHILDREN, 1)[1]}
    check(down <= up, f"{len(down - up)} edges are seen from the child alone")
    figures["edges"] = {"in_all": len(up), "seen_from_the_parent_alone": len(up - down)}
    figures["lineage"] = {"nodes": len(nodes), "edges": len(edges), "tool_requests": len(requests)}


def check_draft(run):
    """Every quoted string of the draft stands in the excerpt of an entry its sentence cites."""
    excerpts = {
        entry.entry_id: entry.span.excerpt
        for entry in run.current("citation_ledger", ledger_pb.CitationLedger).entries
    }
    sentences = [s for section in run.current("draft_text", draft_pb.DraftText).sections for s in section.sentences]
    quotes = 0
    for sentence in sentences:
        check(set(sentence.entry_ids) <= set(excerpts), f"{sentence.sentence_id} cites outside the ledger")
        for part in sentence.text.split("\u201c")[1:]:
            words = part.split("\u201d")[0]
            quotes += 1
            check(
                # Where a line of the paper ends is the printer's.
                any(" ".join(words.split()) in " ".join(excerpts[entry].split()) for entry in sentence.entry_ids),
                f"{sentence.sentence_id} quotes words that no cited excerpt has",
            )
    figures["sentences"], figures["quotes_in_draft"] = len(sentences), quotes


def main():
    clock = time.monotonic()

    def lap(name):
        nonlocal clock
        figures[f"{name}_s"] = round(time.monotonic() - clock, 2)
        clock = time.monotonic()

    import_law()
    lap("law_import")
    import_mail()
    lap("mail_import")
    run = Run()
    for stage in (intent, skeleton, evidence_needs, evidence_binding, span_resolution, draft):
        stage(run)
    lap("run")
    check_excerpts(run)
    check_draft(run)
    check_lineage(run, check_artifacts(run))
    lap("checks")
    figures["events"] = run.context.event_count
    print(json.dumps(figures))


main()
