"""Checks the proof of a memo without Pincite: Python's standard library and OpenSSL 3.0 or later.

    python3 verify-proof.py MEMO [--key-id ID]
    python3 verify-proof.py --many FOLDER [--key-id ID]

MEMO is what `pincite export RUN --format pincite -o MEMO` wrote. Prints the checks of docs/proof.md in their order and stops at
the first that fails; ends with 0 when none does, 1 when one does, 2 when it could not look. `--many` prints a line for each
file of a folder: its name and the code of its first check that fails, or `holds`. STEPS is checked in part, RULES is left to
`pincite verify`: both lines say so. Signatures are OpenSSL's to judge, one process each, and each only once.
"""

import atexit
import base64
import binascii
import datetime
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import zlib

STATEMENTS = "application/vnd.pincite.%s.v1+protobuf"
SPKI_BEFORE_KEY = bytes.fromhex("302a300506032b6570032100")
SPKI_BEFORE_POINT = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d030107034200")
# Where a ToolRequest and a ToolResult say what the receipt says.
REQUEST = {"request_id": 1, "run_id": 2, "state": 3, "tool_name": 4, "params_digest": 11, "turn_id": 13}
RESULT = {"result_id": 1, "request_id": 2, "run_id": 3, "status": 4, "executor": 10}
CONFIRM, USER, MODEL, BINDING_STAGE, DRAFT_STAGE, EXACT, MACHINE_READ, OWN_STATEMENT, SPEAKER_SET = 1, 1, 2, 4, 6, 1, 3, 4, 10
# The look that each verdict of a second reader is; SAID is none.
DOUBTS = {2: 22, 3: 23, 4: 24}
# A file, and what it is unpacked to, has at most so many bytes.
PROOF_MOST = 256 << 20
STATUS = ["", "OK", "EMPTY", "ERROR", "REFUSED", "OUTCOME_UNKNOWN"]
STATES_SOMETHING = {1: "FACT", 2: "LAW", 5: "OWN_STATEMENT"}

# The messages that are read strictly, from the .proto files: fields in order of number, `@` where numbers are left out.
# s string, b bytes, u 32 bits, U 64 bits, e enum, z zigzag of 64 bits, t bool; `*` a list, `?` optional, `|` one of several; else another message.
SCHEMA = """
MemoProof = format:u run_id:s events:*b artifacts:*b texts:*b checkpoint:s key_manifest:b maker:ProofMaker ledger:b
  packed:b packed_sha256:s
RedactedText = doc_uid:s source_digest:s pieces:*TextPiece segments:*Segment units:*Unit pages:*Page chunks:*Chunk
  speakers_set:*SpeakerSet
TextPiece = length_chars:u shown:|s salted_sha256:|b
ProofMaker = program_version:s rules_version:u register_digest:s time_iso:s
EventRecord = owner:s stream:s seq:u prev_hash:b type:s body:b
RunEvent = time_iso:s actor:Principal artifacts:*ArtifactRecorded @10 run_created:|RunCreated turn_started:|TurnStarted
  turn_ended:|TurnEnded proposal_recorded:|ProposalRecorded items_decided:|ItemsDecided needs_issued:|NeedsIssued
  evidence_pinned:|EvidencePinned evidence_unpinned:|EvidenceUnpinned tool_requested:|ToolRequested tool_started:|ToolStarted
  tool_finished:|ToolFinished stage_advanced:|StageAdvanced run_rewound:|RunRewound run_finalised:|RunFinalised
  attempt_recorded:|AttemptRecorded tool_decided:|ToolDecided tool_grant_revoked:|ToolGrantRevoked
  turn_suspended:|TurnSuspended turn_resumed:|TurnResumed rules_adopted:|RulesAdopted corpus_changed:|CorpusChanged
  run_erased:|RunErased store_accepted:|StoreAccepted evidence_chosen:|EvidenceChosen draft_judged:|DraftJudged
  candidates_ranked:|CandidatesRanked relation_granted:|RelationGranted relation_revoked:|RelationRevoked access_noted:|AccessNoted
  invitation_made:|InvitationMade invitation_taken_back:|InvitationTakenBack
Principal = kind:e name:s asserted:t issuer:s; ArtifactRecorded = ref:ArtifactRef role:s parents:*ArtifactRef
ArtifactRef = kind:s version:u digest:s size_bytes:U
RunCreated = run_id:s owner:s title:s strand_id:s locale:s profile:ArtifactRef model:s reference_date:s machine_version:u
  fork:ForkOrigin rules_version:u register_digest:s title_words:ArtifactRef four_eyes:FourEyes signature_at_finalising:t
FourEyes = stages:*e finalising:t people:*PersonName
ForkOrigin = run_id:s version:s change:s confirmations:*CarriedConfirmation change_words:ArtifactRef
CarriedConfirmation = kind:e fingerprint:s item_id:s inputs:*FingerprintInput confirmed_by:Principal; FingerprintInput = name:s fingerprint:s
TurnStarted = turn_id:s ranks_candidates:t; TurnEnded = turn_id:s outcome:s reason:s
ProposalRecorded = state:e proposal:ArtifactRef items:*ItemState stale:*StaleItem accepted:ArtifactRef findings:*MissingInput
  counters:IdCounters reference_date:s locale:s section_count:u merged:t reference_date_before:s
ItemState = item_id:s kind:e required:t decision:e fingerprint:s inputs:*FingerprintInput carried_over:t slot_id:s
  looks:*Look marks:*Mark compare_digests:*s written_by:*Principal @20 spoken:Spoken
Look = code:e subject_id:s span_digest:s fingerprint:s start_char:u end_char:u related_ids:*s
  span_start_char:u span_end_char:u
Mark = code:e start_char:u end_char:u; Spoken = party_id:s day:s voice:e; StaleItem = item_id:s kind:e path:*s explanation:s
  @20 said:Said
MissingInput = kind:e subject_id:s description:s rule:e start_char:u end_char:u remedy:Remedy
  @20 said:Said
Said = message_id:s facts:*SaidFact; SaidFact = name:s text:|s number:|z said:|Said
Remedy = kind:e entry_ids:*s exhibit_numbers:*u refused_words:*RefusedWords
RefusedWords = rule:e start_char:u end_char:u entry_ids:*s
  @20 said:Said
IdCounters = sections:u claims:u slots:u needs:u sentences:u parties:u letter_parts:u
DraftJudged = draft:ArtifactRef judgement:ArtifactRef judged_count:u not_judged_count:u doubt_count:u
CandidatesRanked = ranking:ArtifactRef ranked_count:u not_ranked_count:u
DraftJudgement = meta:AuditMeta draft:ArtifactRef model:s sentences:*JudgedSentence earlier:*JudgedSentence
JudgedSentence = sentence_id:s text_sha256:s compare_digests:*s atoms:*JudgedAtom not_judged:e
JudgedAtom = verdict:e start_char:u end_char:u excerpt_sha256:s excerpt_start_char:u excerpt_end_char:u
ItemsDecided = state:e proposal_digest:s items:*DecidedItem accepted:ArtifactRef findings:*MissingInput
ActSignature = act:b ssh:|b
SignedAct = run_id:s version:s head_sha256:s stage:e name:s issuer:s proposal_digest:s items:*SignedItem finalising:SignedFinalising
SignedItem = item_id:s fingerprint:s decision:e look_fingerprints:*s shown_digests:*s
SignedFinalising = draft_digest:s ledger_digest:s
DecidedItem = item_id:s decision:e look_fingerprints:*s shown_digests:*s
NeedsIssued = needs:ArtifactRef evidence_set:ArtifactRef slots:*SlotState counters:IdCounters
  entry_changes:*EvidenceEntryChange
EvidenceEntryChange = place:u entry:ArtifactRef
SlotState = slot_id:s claim_id:s kind:e required:t candidate_count:u bound:t entry_count:u fingerprint:s
  law_date:s
EvidenceChosen = slot_id:s choice:ArtifactRef slot_fingerprint:s
EvidencePinned = evidence_id:s slot_id:s role:e answered_text:ArtifactRef; EvidenceUnpinned = evidence_id:s
ToolRequested = request_id:s request:ArtifactRef tool_name:s slot_id:s requested_by:s requires_user_confirm:t mutating:t
  params_digest:s turn_id:s client_executed:t policy:s by_grant:t
ToolStarted = request_id:s attempt:u
ToolFinished = request_id:s result_id:s result:ArtifactRef status:s receipt:ArtifactRef receipt_id:s
StageAdvanced = from:e to:e; RunRewound = from:e to:e reason:s new_revision:t reason_words:ArtifactRef
RunFinalised = draft:ArtifactRef ledger:ArtifactRef corpus_revision:s; AttemptRecorded = attempt:ArtifactRef reject_reason:s
ToolDecided = request_id:s decision:e tool_name:s params_digest:s reason:s grant_expires_at_iso:s seen_version:s
  reason_words:ArtifactRef
ToolGrantRevoked = tool_name:s; TurnSuspended = turn_id:s request_ids:*s state:ArtifactRef; TurnResumed = turn_id:s
RunErased = run_id:s event_count:u head_hash:s reason:e plan_digest:s
StoreAccepted = store:s checkpoint_kept:U checkpoint_found:U
AccessNoted = deed:AccessDeed of_entry:u
AccessDeed = method:s run_id:|s strand_id:|s id:|s outcome:e reason:s count:u
RelationGranted = relation:Relation invitation_id:s; RelationRevoked = relation:Relation
Relation = run_id:|s strand_id:|s kind:e person:|PersonName group:|GroupName; PersonName = issuer:s subject:s; GroupName = issuer:s name:s
InvitationMade = invitation:Invitation; InvitationTakenBack = invitation_id:s run_id:s
Invitation = invitation_id:s run_id:s kind:e until_iso:s secret_sha256:s
RulesAdopted = from_version:u to_version:u from_register_digest:s to_register_digest:s
CorpusChanged = corpus_revision:s searched_revisions:*s items:*ItemState stale:*StaleItem
SignedStatement = payload_type:s payload:b signatures:*StatementSignature; StatementSignature = key_id:s signature:b
KeyManifest = keys:*PublicKey
PublicKey = key_id:s spki:b algorithm:s created_at_iso:s retired_at_iso:s rotation:SignedStatement
KeyRotation = from_key_id:s to_key_id:s to_spki:b time_iso:s
ToolReceipt = receipt_id:s run_id:s number:u previous_sha256:s turn_id:s tool_name:s request_id:s request:ArtifactRef
  params_digest:s result_id:s result:ArtifactRef output:ArtifactRef status:e policy:s decision:e decided_by:Principal
  decision_event_sha256:s executor:s state:e requested_by:Principal sources:*ReceiptSource time_iso:s server_version:s
ReceiptSource = evidence_id:s source_digest:s excerpt_sha256:*s
DraftText = meta:AuditMeta ledger:ArtifactRef title:s sections:*DraftSection locale:s adverse_dismissals:*AdverseDismissal
  frame:MemoFrame said_frame_fields:*s let_go:*WordsLetGo left:*ClaimAnswer
WordsLetGo = claim_id:s words:*s; ClaimAnswer = assertion_id:s answer:e why:s excerpt_sha256:s
AuditMeta = id:s run_id:s created_at_iso:s created_by:Principal parents:*ArtifactRef
DraftSection = section_id:s title:s sentences:*DraftSentence
DraftSentence = sentence_id:s text:s kind:e claim_id:s entry_ids:*s flags:*e derivations:*Derivation
Derivation = kind:e start_char:u end_char:u entry_ids:*s; AdverseDismissal = entry_id:s claim_id:s reason_digest:s
MemoFrame = place:s date:s sender:*s addressee:*s subject:s their_reference:s salutation:s closing:s signature:s term:s
  enclosures:*s sources:*FrameSource employer:s first_day_ill:s question:s
  named:*FrameSource own_reference:s
FrameSource = field:s span:SpanRef
SpanRef = doc_uid:s start_char:u end_char:u excerpt:s excerpt_sha256:s locator:SpanLocator source_digest:s match_kind:e
  differences:*Difference address:s unit_path:s voice:e speaker:s flags:*e shown_before:s shown_after:s version_date:s
  segment_date_text:s validity:Validity corrected:*CorrectedWords
CorrectedWords = start_char:u end_char:u
SpanLocator = doc_uid:s chunk_uid:s exact_quote:s occurrence_index:?u context_before:s context_after:s source_digest:s
Difference = kind:e quote_text:s source_text:s source_start:u
Validity = state:e on:s from:s until:s known_on:s authority:s consolidated:t from_document_date:t
CitationLedger = meta:AuditMeta need_map:ArtifactRef entries:*LedgerEntry
LedgerEntry = entry_id:s binding_id:s slot_id:s claim_id:s slot_kind:e evidence:EvidenceRef span:SpanRef address:s
  tool_result_id:s tool_result:ArtifactRef adverse_claim_ids:*s law_date:s
EvidenceRef = document:|DocumentEvidence law:|LawEvidence search:|SearchEvidence statement:|StatementEvidence
DocumentEvidence = evidence_id:s source_digest:s location:s title:s place:Place occurred_at_iso:s participants:*s
  persons_values:PersonsValues
Place = page:|u heading:|s paragraph:|s passage:|s unit:|s start_char:u end_char:u label:s source_digest:s
PersonsValues = title:t date:t author:t
LawEvidence = evidence_id:s source_digest:s version_date:s address:s unit_path:s validity:Validity
SearchEvidence = tool_result_id:s scope:s reviewed:t output:ArtifactRef corpus_revision:s dismissals:*HitDismissal
  total_count:u query:s narrowed_by:*e
HitDismissal = evidence_id:s reason_digest:s; StatementEvidence = text:s
CanonicalText = text:s extractor:s extractor_version:s doc_uid:s chunks:*Chunk pages:*Page segments:*Segment units:*Unit machine_read_pages:*MachineReadPage
  speakers_set:*SpeakerSet
SpeakerSet = start_char:u end_char:u voice:e speaker:s depth:u date_text:s withdrawn:t by:s set_at_iso:s
MachineReadPage = number:u extractor:s extractor_version:s languages:*s width:u height:u turned_degrees:u words:*MachineReadWord
MachineReadWord = start_char:u end_char:u x:u y:u width:u height:u confidence_percent:u read_as:s
Chunk = chunk_uid:s start_char:u end_char:u; Page = number:u start_char:u end_char:u
Segment = start_char:u end_char:u voice:e speaker:s depth:u date_text:s
Unit = path:s label:s element:s number:s start_char:u end_char:u quotable_start_char:u quotable:t flags:*s parent_path:s
"""


class Refused(Exception):
    """What does not hold, as a sentence."""


def require(holds, sentence):
    if not holds:
        raise Refused(sentence)


def sha(data):
    return hashlib.sha256(data).hexdigest()


# --- One encoding -------------------------------------------------------------------------------------------------------------


def parse_schema(text):
    schema = {}
    for one in text.replace("\n  ", " ").replace("\n", "; ").strip("; ").split("; "):
        name, content = one.split(" = ")
        fields, number = {}, 0
        for word in content.split():
            if word[0] == "@":
                number = int(word[1:]) - 1
                continue
            number += 1
            field, kind = word.split(":")
            mark = kind[0] if kind[0] in "*?|" else ""
            fields[number] = (field, mark, kind[len(mark) :])
        schema[name] = fields
    return schema


FIELDS = parse_schema(SCHEMA)
EMPTY = {"s": "", "b": b"", "u": 0, "U": 0, "e": 0, "z": 0, "t": 0}
DEFAULTS = {
    name: {field: [] if mark == "*" else None if mark or kind not in EMPTY else EMPTY[kind] for field, mark, kind in each.values()}
    for name, each in FIELDS.items()
}


class Message(dict):
    """Fields that are there by name; `raw`, the bytes. A field that is not there has its default, a message None."""

    def __init__(self, name, raw):
        self.name, self.raw = name, raw

    def __missing__(self, field):
        return DEFAULTS[self.name][field]


def varint(data, at):
    value = shift = 0
    while True:
        require(at < len(data) and shift < 70, "the bytes end in the middle of a number")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            require(shift == 7 or byte != 0, "a number is written longer than it need be")
            require(value < 1 << 64, "a number is too large")
            return value, at


def pieces(data):
    """The fields of any message as they stand: number, and a number or bytes."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        wire = tag & 7
        require(wire in (0, 2) and 0 < tag >> 3 < 1 << 29, "a field has a form that does not occur here")
        value, at = varint(data, at)
        if wire == 2:
            require(at + value <= len(data), "the bytes end in the middle of a field")
            value, at = data[at : at + value], at + value
        yield tag >> 3, value


def single(kind, value, where):
    """One value of this kind."""
    of_numbers = kind in "uUezt"
    require(isinstance(value, int) == of_numbers, f"{where} has another type")
    if kind == "s":
        return value.decode()
    if kind in ("u", "t"):
        require(value < 1 << (32 if kind == "u" else 1), f"{where} is too large")
    if kind == "e":
        require(value < 1 << 31 or value >= (1 << 64) - (1 << 31), f"{where} is too large")
    return value if kind in EMPTY else strict(kind, value)


def packed(kind, value, where):
    require(isinstance(value, bytes) and value != b"", f"{where} is not packed")
    numbers, at = [], 0
    while at < len(value):
        number, at = varint(value, at)
        numbers.append(single(kind, number, where))
    return numbers


def strict(name, data):
    """A message that stands in its one encoding."""
    message, last, chosen = Message(name, data), 0, None
    for number, value in pieces(data):
        require(number in FIELDS[name], f"{name} has a field {number} that is not known")
        field, mark, kind = FIELDS[name][number]
        where = f"{name}.{field}"
        require(number > last or (number == last and mark == "*" and kind not in "uUezt"), f"{where} stands out of order or twice")
        last = number
        if mark == "*":
            list_of = message.setdefault(field, [])
            list_of += packed(kind, value, where) if kind in "uUezt" else [single(kind, value, where)]
            continue
        require(mark != "|" or chosen is None, f"{where} stands beside {chosen}")
        chosen = field if mark == "|" else chosen
        message[field] = single(kind, value, where)
        require(mark or kind not in EMPTY or message[field] != EMPTY[kind], f"{where} holds its default")
    return message


# --- Signatures and trees -----------------------------------------------------------------------------------------------------

judged = {}
folder = None


def ed25519_holds(spki, signed, signature):
    key = spki, sha(signed), signature
    if key not in judged:
        judged[key] = spki[:-32] == SPKI_BEFORE_KEY and len(signature) == 64 and openssl_holds(spki, signed, signature)
    return judged[key]


# The field and the curve of Ed25519, RFC 8032, section 5.1.
PRIME = 2**255 - 19
D = -121665 * pow(121666, -1, PRIME) % PRIME


def is_of_small_order(key):
    """Whether a signature that nobody made holds under this key: y is 0, 1 or -1, or twice the point has y = 0 and so d y^4 + 2 y^2 = 1."""
    y = int.from_bytes(key, "little") % 2**255 % PRIME
    return y == 0 or y * y % PRIME == 1 or (D * y**4 + 2 * y * y - 1) % PRIME == 0


def ssh_strings(data, count):
    """So many strings of SSH's wire form (RFC 4251, section 5), to the last byte."""
    found, at = [], 0
    for _ in range(count):
        length = int.from_bytes(data[at : at + 4], "big")
        require(at + 4 + length <= len(data), "a signature ends too soon")
        found.append(data[at + 4 : at + 4 + length])
        at += 4 + length
    require(at == len(data), "a signature has bytes behind its end")
    return found


def ssh_number(data):
    """A number of r or s in its one form, as DER has it too."""
    require(data and data[0] < 0x80 and (data[0] or data[1:2] >= b"\x80") and len(data) <= 33, "a number of a signature is none")
    require(len(data) < 33 or data[0] == 0, "a number of a signature is too large")
    return bytes([2, len(data)]) + data


def ssh_key_of(blob, act):
    """The fingerprint of the key by which an SSHSIG holds over these bytes, as OpenSSH writes it."""
    require(blob[:10] == b"SSHSIG\0\0\0\1", "a person's signature is none of OpenSSH")
    public, *said, signature = ssh_strings(blob[10:], 5)
    require(said == [b"pincite-act", b"", b"sha512"], "a person's signature was made for something else")
    kind, value = ssh_strings(signature, 2)
    signed = b"SSHSIG" + b"".join(len(each).to_bytes(4, "big") + each for each in [*said, hashlib.sha512(act).digest()])
    if kind == b"ssh-ed25519":
        named, key = ssh_strings(public, 2)
        require(named == kind and len(key) == 32 and not is_of_small_order(key), "the key of a person's signature is none")
        held = ed25519_holds(SPKI_BEFORE_KEY + key, signed, value)
    else:
        require(kind == b"ecdsa-sha2-nistp256", "a person's signature is by a key of another kind")
        named, curve, point = ssh_strings(public, 3)
        is_point = (named, curve) == (kind, b"nistp256") and len(point) == 65 and point[0] == 4
        require(is_point, "the key of a person's signature is none")
        numbers = b"".join(map(ssh_number, ssh_strings(value, 2)))
        held = openssl_holds(SPKI_BEFORE_POINT + point, signed, bytes([0x30, len(numbers)]) + numbers, "-digest sha256")
    require(held, "a person's signature does not hold")
    return "SHA256:" + base64.b64encode(hashlib.sha256(public).digest()).decode().rstrip("=")


def is_key_id(text, spki):
    """An id is the first 32 digits of the key's hash; keys from before 0.2.0 have one of 16."""
    return text in (sha(spki)[:32], sha(spki)[:16])


def openssl_holds(spki, signed, signature, digest=""):
    global folder
    if folder is None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="verify-proof-"))
        atexit.register(shutil.rmtree, folder, True)
    for name, content in (("key.der", spki), ("signed", signed), ("signature", signature)):
        (folder / name).write_bytes(content)
    command = "openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in signed -sigfile signature " + digest
    return subprocess.run(command.split(), cwd=folder, capture_output=True).returncode == 0


def statement(data, kind, keys):
    """The payload of a SignedStatement and its key, once its one signature holds under one of these keys."""
    envelope = data if isinstance(data, Message) else strict("SignedStatement", data)
    name, payload = envelope["payload_type"].encode(), envelope["payload"]
    require(envelope["payload_type"] == STATEMENTS % kind, f"a {kind} is signed as something else")
    require(len(envelope["signatures"]) == 1, f"a {kind} has not one signature")
    key_id, signature = (envelope["signatures"][0][field] for field in ("key_id", "signature"))
    require(key_id in keys, f"key {key_id} of a {kind} is not among the keys")
    signed = b"DSSEv1 %d %s %d %s" % (len(name), name, len(payload), payload)
    require(ed25519_holds(keys[key_id]["spki"], signed, signature), f"a signature by key {key_id} does not hold")
    return payload, keys[key_id]


def tree_root(leaves):
    """Root of the Merkle tree of RFC 6962, section 2.1."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + tree_root(leaves[:split]) + tree_root(leaves[split:])).digest()


def instant(text):
    require(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", text, re.A), f"{text!r} is no time")
    try:
        return datetime.datetime.fromisoformat(text)
    except ValueError:
        raise Refused(f"{text!r} is no time") from None


def from_base64(text):
    try:
        content = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Refused("what should be base64 is not") from None
    require(base64.b64encode(content).decode() == text, "base64 has another form than its own")
    return content


# --- The checks ---------------------------------------------------------------------------------------------------------------


def person_of(principal):
    return principal["issuer"], principal["name"]


def place_of(look):
    return tuple(look[field] for field in ("code", "start_char", "end_char", "span_digest", "span_start_char", "span_end_char"))


def doubt_place(atom):
    fields = ("start_char", "end_char", "excerpt_sha256", "excerpt_start_char", "excerpt_end_char")
    return (DOUBTS[atom["verdict"]], *(atom[field] for field in fields))


class Held:
    """What the events of a run came to so far, as far as later ones say it again: rules, the day of the law, decisions."""

    def __init__(self):
        self.rules, self.day, self.items = (1, ""), "", {}

    def take(self, seq, kind, what):
        if kind == "run_created":
            self.rules, self.day = (what["rules_version"] or 1, what["register_digest"]), what["reference_date"]
        if kind == "rules_adopted":
            before = what["from_version"], what["from_register_digest"]
            require(before == self.rules, f"event {seq} takes the run over from rules that it was not under")
            self.rules = what["to_version"], what["to_register_digest"]
        # Events of earlier rules say less of what they take the place of.
        is_said = self.rules[0] >= 3
        if kind == "proposal_recorded":
            had = "" if what["reference_date"] in ("", self.day) else self.day
            named = what["reference_date_before"]
            require(not is_said or named == had, f"event {seq} names another day of the law before it than the run had")
            self.day = what["reference_date"] or self.day
            self.items[what["state"]] = {each["item_id"]: (each["decision"], each["carried_over"]) for each in what["items"]}
        if kind == "items_decided":
            there = self.items.get(what["state"], {})
            new = {each["item_id"]: (each["decision"], 0) for each in what["items"]}
            decides = any(there.get(item) != decided for item, decided in new.items())
            require(not is_said or decides, f"event {seq} decides what was decided so already")
            there.update(new)
        if kind == "stage_advanced":
            self.items.pop(what["to"], None)
        if kind == "corpus_changed":
            asked = {each["item_id"]: (each["decision"], each["carried_over"]) for each in what["items"]}
            self.items.setdefault(BINDING_STAGE, {}).update(asked)


def unpacked(data):
    """The encoded proof of a file: form 3 holds one of the others as a stream of raw DEFLATE, and its digest."""
    require(len(data) <= PROOF_MOST, "the file has more than 256 MiB")
    if data[:2] != b"\x08\x03":
        return data
    file = strict("MemoProof", data)
    named = {field for field, value in file.items() if value}
    require(named == {"format", "packed", "packed_sha256"}, "a packed proof holds more or less than its packing")
    require(sha(file["packed"]) == file["packed_sha256"], "what is packed is not what its digest names")
    stream = zlib.decompressobj(-15)
    try:
        proof = stream.decompress(file["packed"], PROOF_MOST)
    except zlib.error:
        raise Refused("what is packed is damaged") from None
    require(stream.eof and stream.unused_data == b"", "what is packed does not end, or has more than 256 MiB")
    require(proof[:2] != b"\x08\x03", "what is packed is packed once more")
    return proof


class Proof:
    """One file; each check leaves what the next ones read, and gives a sentence."""

    def __init__(self, data, key_id):
        self.data, self.key_id = data, key_id

    def form(self):
        self.file = strict("MemoProof", unpacked(self.data))
        require(self.file["packed"] == b"" and self.file["packed_sha256"] == "", "something is packed in a proof that is not packed")
        require(self.file["format"] in (1, 2), f"its form is {self.file['format']}, not 1 or 2")
        self.redacted = self.file["format"] == 2
        require(self.redacted == (self.file["ledger"] != b""), "only a redacted proof has its ledger apart")
        require(len(self.file["events"]) <= 50_000, "it has more than 50,000 events")
        require(len(self.file["checkpoint"].encode()) <= 4096, "its checkpoint has more than 4,096 bytes")
        self.run, maker = self.file["run_id"], self.file["maker"]
        require(re.fullmatch(r"run-[0-7][0-9A-HJKMNP-TV-Z]{25}", self.run, re.A), "it does not name its run")
        made = maker is not None and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", maker["time_iso"], re.A)
        require(made, "it does not say what made it, and when")
        return f"the proof of {self.run}: {len(self.file['events'])} events, {len(self.file['artifacts'])} artifacts."

    def check_keys(self):
        manifest = strict("SignedStatement", self.file["key_manifest"])
        self.keys, before = {}, None
        for key in strict("KeyManifest", manifest["payload"])["keys"]:
            key_id, created = key["key_id"], key["created_at_iso"]
            require(is_key_id(key_id, key["spki"]), f"key {key_id} has another id than its hash")
            require(all(key["spki"] != each["spki"] for each in self.keys.values()), f"key {key_id} stands there twice")
            require(key["algorithm"] == "Ed25519" and key["spki"][:-32] == SPKI_BEFORE_KEY, f"key {key_id} is no Ed25519 key")
            require(len(key["spki"]) == 44 and not is_of_small_order(key["spki"][-32:]), f"key {key_id} vouches for nothing")
            instant(created)
            require((key["rotation"] is None) == (before is None), f"key {key_id} has a rotation too many or too few")
            if before:
                payload, _ = statement(key["rotation"], "key-rotation", {before["key_id"]: before})
                said = strict("KeyRotation", payload)
                named = [said[field] for field in ("from_key_id", "to_key_id", "to_spki", "time_iso")]
                require(named == [before["key_id"], key_id, key["spki"], created], "a rotation names something else")
                require(before["retired_at_iso"] == created, f"key {before['key_id']} ends when the next does not begin")
                require(instant(before["created_at_iso"]) <= instant(created), f"key {key_id} is older than the one before it")
            self.keys[key_id] = self.last = before = key
        require(before is not None, "there is no key")
        require(before["retired_at_iso"] == "", "the last key is retired")
        statement(manifest, "key-manifest", {before["key_id"]: before})
        is_known = self.key_id is None or any(is_key_id(self.key_id, each["spki"]) for each in self.keys.values())
        require(is_known, f"key {self.key_id} is not among the keys")
        known = "one of them is the key you named" if self.key_id else "you named none, so the file is held against itself alone"
        return f"{len(self.keys)} in a chain, the last is {sha(before['spki'])[:32]}; {known}."

    def checkpoint(self):
        maker = self.file["maker"]
        body, mark, signature = self.file["checkpoint"].partition("\n\n")
        name = f"pincite/{self.last['key_id']}"
        found = re.fullmatch(rf"— {re.escape(name)} (\S+)\n", signature)
        require(mark and found, "the checkpoint has not one signature, by the last key")
        body, signed = body + "\n", from_base64(found[1])
        public = self.last["spki"][-32:]
        require(signed[:4] == hashlib.sha256(name.encode() + b"\n\1" + public).digest()[:4], "the hint is of another key")
        require(ed25519_holds(self.last["spki"], body.encode(), signed[4:]), "the checkpoint's signature does not hold")
        lines = body.split("\n")
        require(len(lines) == 9 + self.redacted, "the checkpoint has not as many lines as its form")
        require(lines[0] == f"pincite/{self.run}", "the checkpoint is about another run")
        require(re.fullmatch(r"0|[1-9]\d*", lines[1], re.A), "the checkpoint says no count")
        self.count, self.root, self.named = int(lines[1]), from_base64(lines[2]), {}
        require(len(self.root) == 32, "the checkpoint's root has not 32 bytes")
        for line, label in zip(lines[3:-1], ("draft", "ledger", "texts", "keys", "maker", "shown")):
            require(re.fullmatch(rf"{label} [0-9a-f]{{64}}", line), f"the checkpoint does not name {label} in its place")
            self.named[label] = line[-64:]
        for label, is_ in (
            ("texts", tree_root(self.file["texts"]).hex()),
            ("keys", sha(self.file["key_manifest"])),
            ("maker", sha(maker.raw)),
            ("shown", tree_root([self.file["ledger"], *self.file["artifacts"]]).hex()),
        ):
            require(self.named.get(label, is_) == is_, f"the checkpoint names other {label}")
        require(instant(self.last["created_at_iso"]) <= instant(maker["time_iso"]), "it was made before its key was")
        return f"signed by key {self.last['key_id']}; made {maker['time_iso']} by Pincite {maker['program_version']}."

    def tree(self):
        events = self.file["events"]
        require(self.count == len(events) and self.root == tree_root(events), "the events are not those that were signed")
        return f"the {self.count} events are those that were signed."

    def chain(self):
        self.events, before, owner = [], bytes(32), None
        for seq, raw in enumerate(self.file["events"], 1):
            record = strict("EventRecord", raw)
            event = strict("RunEvent", record["body"])
            owner = record["owner"] if seq == 1 else owner
            require(record["owner"] == owner != "", f"event {seq} is somebody else's, or nobody's")
            require(record["stream"] == self.run and record["seq"] == seq, f"event {seq} is of another place")
            require(record["prev_hash"] == before, f"event {seq} names another event before it")
            kinds = [field for field, mark, _ in FIELDS["RunEvent"].values() if mark == "|" and field in event]
            require(kinds, f"event {seq} says nothing that happened")
            camel = re.sub("_(.)", lambda found: found[1].upper(), kinds[0])
            require(record["type"] == camel, f"event {seq} is called {record['type']} and is {camel}")
            self.events.append((seq, kinds[0], event[kinds[0]], event))
            before = hashlib.sha256(raw).digest()
        return "each event names the one before it."

    def check_artifacts(self):
        sizes, order = {}, [sha(each) for each in self.file["artifacts"]]
        self.artifacts = dict(zip(order, self.file["artifacts"]))
        require(order == sorted(self.artifacts), "the artifacts stand out of order or twice")
        for seq, _, _, event in self.events:
            for each in event["artifacts"]:
                ref = each["ref"] or Message("ArtifactRef", b"")
                if self.redacted and ref["digest"] not in self.artifacts:
                    continue
                require(ref["digest"] in self.artifacts, f"event {seq} names an artifact that is not there")
                require(len(self.artifacts[ref["digest"]]) == ref["size_bytes"], f"event {seq} names another size")
                sizes[ref["digest"]] = ref["size_bytes"]
        require(len(sizes) == len(order), "an artifact is there that no event names")
        return f"{len(order)} are laid open, and intact." if self.redacted else f"all {len(order)} are there and intact."

    def steps(self):
        stage, final, held = 1, None, Held()
        for seq, kind, what, _ in self.events:
            require((seq == 1) == (kind == "run_created"), f"event {seq} is {kind}: the run begins at the first event, once")
            require(kind != "run_created" or what["run_id"] == self.run, "another run begins")
            require(kind != "run_erased", f"event {seq} stands in no run: it tells of one that is gone")
            if kind in ("stage_advanced", "run_rewound"):
                require(what["from"] == stage, f"event {seq} leaves a stage that the run was not in")
                require(what["to"] == stage + 1 if kind == "stage_advanced" else 0 < what["to"] < stage, f"event {seq} takes no step")
                stage = what["to"]
            held.take(seq, kind, what)
            if kind == "run_finalised":
                require(stage == DRAFT_STAGE and final is None, f"event {seq} finalises what cannot be")
            final = {"run_finalised": what, "run_rewound": None}.get(kind, final)
        require(final, "the run does not end finalised")
        for label, name in (("draft", "DraftText"), ("ledger", "CitationLedger")):
            digest = (final[label] or Message("ArtifactRef", b""))["digest"]
            require(digest == self.named[label], f"the checkpoint names another {label} than the run ends with")
        maker = self.file["maker"]
        ended = maker["rules_version"], maker["register_digest"]
        require(ended == held.rules, "the run ended under other rules, or another register, than what made the file says")
        self.final = final
        return "in part: the run's beginning, its stages and end, and what events say of those before; each step is for `pincite verify`."

    def receipts(self):
        events = {sha(each) for each in self.file["events"]}
        rules, previous, self.by_result = 1, "", {}
        number = 0
        for seq, kind, what, _ in self.events:
            if kind in ("run_created", "rules_adopted"):
                rules = what["rules_version"] or 1 if kind == "run_created" else what["to_version"]
            if kind != "tool_finished":
                continue
            if what["receipt"] is None:
                require(rules == 1, f"the call that event {seq} ends has no receipt")
                continue
            number += 1
            digest = what["receipt"]["digest"]
            if self.redacted and digest not in self.artifacts:
                previous = digest
                continue
            require(digest in self.artifacts, f"the receipt of event {seq} is not there")
            payload, key = statement(self.artifacts[digest], "tool-receipt", self.keys)
            receipt = strict("ToolReceipt", payload)
            begin, end, time = key["created_at_iso"], key["retired_at_iso"], instant(receipt["time_iso"])
            in_use = instant(begin) <= time and (end == "" or time <= instant(end))
            require(in_use, f"key {key['key_id']} was not in use when event {seq} ended")
            place = receipt["run_id"], receipt["number"], receipt["previous_sha256"]
            require(place == (self.run, number, previous), f"the receipt of event {seq} is not number {number} of this run")
            named = [(receipt[field], what[field]) for field in ("receipt_id", "request_id", "result_id")]
            named.append((STATUS[receipt["status"]] if receipt["status"] < len(STATUS) else None, what["status"]))
            require(all(one == other for one, other in named), f"the receipt of event {seq} names another call")
            self.about_what_is_stored(receipt, what, seq)
            decision = receipt["decision_event_sha256"]
            require(decision in events | {""}, f"the receipt of event {seq} names a decision that is not there")
            self.by_result[receipt["result_id"]] = receipt
            previous = digest
        return f"{len(self.by_result)} receipts hold; the sources that they list were not compared."

    def about_what_is_stored(self, receipt, what, seq):
        require(what["result"] and same(what["result"], receipt["result"]), f"event {seq} and its receipt name two results")
        if self.redacted:
            return
        for field in ("request", "result", "output"):
            ref = receipt[field]
            require(ref is not None or field == "output", f"the receipt of event {seq} names no {field}")
            stored = ref is None or len(self.artifacts.get(ref["digest"], b"")) == ref["size_bytes"]
            require(stored and (ref is None or ref["digest"] in self.artifacts), f"the {field} of event {seq} is not there")
        request = dict(pieces(self.artifacts[receipt["request"]["digest"]]))
        result = dict(pieces(self.artifacts[receipt["result"]["digest"]]))
        for stored, name, numbers in ((request, "request", REQUEST), (result, "result", RESULT)):
            for field, number in numbers.items():
                said = receipt[field].encode() if isinstance(receipt[field], str) else receipt[field]
                require(stored.get(number, type(said)()) == said, f"the {name} of event {seq} has another {field}")
        output = single("ArtifactRef", result[6], "an output")["digest"] if 6 in result else ""
        require((receipt["output"] or {"digest": ""})["digest"] == output, f"the result of event {seq} names another output")

    def end_of(self, label, name):
        ref = self.final[label]
        require(ref["kind"] == f"pincite.memo.v1.{name}" and ref["digest"] in self.artifacts, f"there is no {label}")
        return strict(name, self.artifacts[ref["digest"]])

    def confirmations(self):
        self.draft = self.end_of("draft", "DraftText")
        apart = self.file["ledger"]
        self.ledger = strict("CitationLedger", apart) if self.redacted else self.end_of("ledger", "CitationLedger")
        self.sentences = [each for section in self.draft["sections"] for each in section["sentences"]]
        decided, carried, people, beside = {}, set(), set(), {}
        # By kind and fingerprint: the same words that are put forward under another name are confirmed as they were.
        print_of, by_print = {}, {}
        for seq, kind, what, event in self.events:
            if kind == "run_created" and what["fork"]:
                carried.update(each["item_id"] for each in what["fork"]["confirmations"])
            if kind == "proposal_recorded":
                beside.update((each["item_id"], sorted(each["compare_digests"])) for each in what["items"])
                actor = event["actor"] or Message("Principal", b"")
                for each in what["items"]:
                    print_now = (each["kind"], each["fingerprint"])
                    # A name that stands for other words now takes what was confirmed under it along.
                    if print_of.get(each["item_id"], print_now) != print_now:
                        decided.pop(each["item_id"], None)
                    print_of[each["item_id"]] = print_now
                # What a person confirms in the same breath as putting it forward; what has looks or stands beside its words never is.
                for each in what["items"] if actor["kind"] == USER else []:
                    at_once = each["decision"] == CONFIRM and not each["carried_over"]
                    if at_once and not each["looks"] and not each["compare_digests"] and each["item_id"] not in decided:
                        decided[each["item_id"]] = CONFIRM
                        people.add(actor["name"])
                for each in what["items"]:
                    if each["decision"] and not each["carried_over"]:
                        by_print[print_of[each["item_id"]]] = decided.get(each["item_id"])
                for each in what["items"]:
                    if each["decision"] == CONFIRM and each["carried_over"] and each["item_id"] not in decided:
                        if by_print.get(print_of[each["item_id"]]) == CONFIRM:
                            decided[each["item_id"]] = CONFIRM
            if kind == "items_decided":
                actor = event["actor"] or Message("Principal", b"")
                require(actor["kind"] == USER, f"event {seq} decides, and no person does")
                people.add(actor["name"])
                for each in what["items"]:
                    named = sorted(each["shown_digests"]) == beside.get(each["item_id"], [])
                    require(
                        each["decision"] != CONFIRM or named, f"event {seq} confirms {each['item_id']} beside other words"
                    )
                decided.update((each["item_id"], each["decision"]) for each in what["items"])
                by_print.update((print_of.get(each["item_id"]), each["decision"]) for each in what["items"])
                carried.difference_update(each["item_id"] for each in what["items"])
        cited = {entry_id for each in self.sentences for entry_id in each["entry_ids"]}
        entries = [entry for entry in self.ledger["entries"] if entry["entry_id"] in cited]
        items = {each["sentence_id"] for each in self.sentences}
        items |= {entry[field] for entry in entries for field in ("entry_id", "binding_id", "slot_id", "claim_id")}
        items |= {"intent"} | {each["claim_id"] for each in self.sentences if each["claim_id"]}
        by_id = {entry["entry_id"]: entry for entry in self.ledger["entries"]}
        for each in self.sentences:
            own = [pair for entry in each["entry_ids"] if entry in by_id for pair in words_of(by_id[entry])]
            named = beside.get(each["sentence_id"], [])
            told = all(digest in named for digest, is_told in own if is_told) and len(set(own)) == len(named)
            require(not named or told, f"{each['sentence_id']} was compared with other words than it cites")
        for item in sorted(items):
            require(decided.get(item) == CONFIRM or item in carried, f"nobody confirmed {item}")
        return f"{len(items)} items confirmed by {', '.join(sorted(people))}{self.second_person()}{self.signed_acts()}{self.second_readings()}."

    def second_person(self):
        """Where a second person is wanted, everybody signed in, and nobody confirmed or finalised what they wrote."""
        wanted, confirmers, items, draft = None, {}, {}, []

        def by_another(seq, by, of):
            require(by is not None, f"event {seq} takes a confirmation for one, and nobody gave it")
            own = [each["item_id"] for each in of if person_of(by) in map(person_of, each["written_by"])]
            require(not own, f"event {seq}: {by['name']} wrote {own[:1]}, and somebody else had to confirm it")
            named = [(each["issuer"], each["subject"]) for each in wanted["people"]]
            require(not named or person_of(by) in named, f"event {seq}: {by['name']} is none of those who had to confirm it")

        for seq, kind, what, event in self.events:
            if kind == "run_created":
                wanted = what["four_eyes"]
                for each in what["fork"]["confirmations"] if what["fork"] else []:
                    confirmers[each["fingerprint"]] = each["confirmed_by"]
            if not wanted:
                return ""
            actor = event["actor"] or Message("Principal", b"")
            signed_in = actor["issuer"] and not actor["asserted"]
            require(actor["kind"] != USER or signed_in, f"event {seq} is of somebody who did not sign in")
            if kind == "proposal_recorded":
                items.update((each["item_id"], each) for each in what["items"])
                draft = what["items"] if what["state"] == DRAFT_STAGE else draft
                for each in what["items"] if what["state"] in wanted["stages"] else []:
                    if each["decision"] == CONFIRM:
                        by_another(seq, confirmers.get(each["fingerprint"]), [each])
            if kind == "items_decided":
                for each in what["items"]:
                    if each["decision"] == CONFIRM and each["item_id"] in items:
                        item = items[each["item_id"]]
                        if what["state"] in wanted["stages"]:
                            by_another(seq, actor, [item])
                        confirmers[item["fingerprint"]] = actor
            if kind == "run_finalised" and wanted["finalising"]:
                by_another(seq, actor, draft)
        return "; none by whoever wrote it, where a second person was wanted"

    def signed_acts(self):
        """Each person's own signature is of this act, of this run as it stood; where it is wanted, no finalising is without one."""
        fingerprints, heads, found, stage, wanted = {}, [], [], 1, False
        for seq, kind, what, event in self.events:
            refs = [each["ref"] for each in event["artifacts"] if each["role"] == "act_signature"]
            if kind == "run_created":
                wanted = what["signature_at_finalising"]
            require(refs or kind != "run_finalised" or not wanted, f"event {seq} finalises without the signature that was wanted")
            require(len(refs) < 2, f"event {seq} has two signatures")
            for ref in refs:
                there = ref["kind"] == "pincite.run.v1.ActSignature" and ref["digest"] in self.artifacts
                require(there, f"the signature of event {seq} is not there")
                signature = strict("ActSignature", self.artifacts[ref["digest"]])
                act = strict("SignedAct", signature["act"])
                require(signature["ssh"] is not None, f"the signature of event {seq} is of no known kind")
                self.is_this_act(seq, act, kind, what, event, stage, fingerprints, heads)
                name = event["actor"]["name"] if event["actor"] else ""
                found.append((kind, f"{name} with key {ssh_key_of(signature['ssh'], signature['act'])}"))
            if kind == "proposal_recorded":
                fingerprints[what["state"]] = {each["item_id"]: each["fingerprint"] for each in what["items"]}
            if kind == "corpus_changed":
                fingerprints.setdefault(BINDING_STAGE, {}).update((each["item_id"], each["fingerprint"]) for each in what["items"])
            if kind in ("stage_advanced", "run_rewound"):
                stage = what["to"]
            # An act may end turns itself before it is recorded.
            heads = [*(heads if kind == "turn_ended" else []), (seq, sha(self.file["events"][seq - 1]))]
        if not found:
            return ""
        decisions = sum(kind == "items_decided" for kind, _ in found)
        final = " and the finalising" if any(kind == "run_finalised" for kind, _ in found) else ""
        return f"; {decisions} decisions{final} signed by {', '.join(sorted({by for _, by in found}))}"

    def is_this_act(self, seq, act, kind, what, event, stage, fingerprints, heads):
        other = f"the signature of event {seq} is of another act"
        actor = event["actor"] or Message("Principal", b"")
        named = [(f"{at}-{head[:16]}", head) for at, head in heads]
        require((act["version"], act["head_sha256"]) in named and act["run_id"] == self.run, other)
        require((act["stage"], act["name"], act["issuer"]) == (stage, actor["name"], actor["issuer"]), other)
        if kind == "run_finalised":
            final = act["finalising"] or Message("SignedFinalising", b"")
            ends = [(what[label] or Message("ArtifactRef", b""))["digest"] for label in ("draft", "ledger")]
            same_end = act["finalising"] is not None and [final["draft_digest"], final["ledger_digest"]] == ends
            require(same_end and not act["items"] and act["proposal_digest"] == "", other)
            return
        require(kind == "items_decided" and act["finalising"] is None and act["proposal_digest"] == what["proposal_digest"], other)
        there = fingerprints.get(stage, {})
        fields = ("item_id", "decision", "look_fingerprints", "shown_digests")
        decided = [(there.get(each["item_id"], ""), *(each[field] for field in fields)) for each in what["items"]]
        require([(each["fingerprint"], *(each[field] for field in fields)) for each in act["items"]] == decided, other)

    def second_readings(self):
        """What second readers said was counted rightly, became looks, and was named by whoever confirmed the sentence."""
        heard, items, named, said = [], {}, {}, None
        for seq, kind, what, event in self.events:
            if kind == "proposal_recorded":
                items.update((each["item_id"], each) for each in what["items"])
            if kind == "draft_judged":
                actor = event["actor"] or Message("Principal", b"")
                require(actor["kind"] == MODEL and actor["name"], f"event {seq} tells of a second reader, and no model made it")
                counts = tuple(what[field] for field in ("judged_count", "not_judged_count", "doubt_count"))
                heard.append("%s (%d sentences judged, %d not, %d doubts)" % (actor["name"], *counts))
                said = None if self.redacted else self.judgement(seq, what, actor["name"], counts)
            if kind == "turn_ended" and said:
                for each in said["sentences"]:
                    looks = [place_of(look) for look in items.get(each["sentence_id"], Message("ItemState", b""))["looks"]]
                    raised = all(doubt_place(atom) in looks for atom in each["atoms"] if atom["verdict"] in DOUBTS)
                    require(raised, f"a doubt of a second reader about {each['sentence_id']} is no look on it")
                said = None
            if kind == "items_decided":
                yes = [each for each in what["items"] if each["decision"] == CONFIRM]
                named.update((each["item_id"], each["look_fingerprints"]) for each in yes)
                # The same words may be put forward again under another name.
                named.update((items[each["item_id"]]["fingerprint"], each["look_fingerprints"]) for each in yes if each["item_id"] in items)
        for sentence in self.sentences:
            name = sentence["sentence_id"]
            looks = items[name]["looks"] if name in items else []
            raised = [each["fingerprint"] for each in looks if each["code"] in DOUBTS.values()]
            seen = named.get(items[name]["fingerprint"] if name in items else "", []) or named.get(name, [])
            require(set(raised) <= set(seen), f"{name} was confirmed without naming what a second reader doubted")
        return f"; heard as second readers, which approve nothing: {', '.join(heard)}" if heard else ""

    def judgement(self, seq, what, model, counts):
        ref = what["judgement"] or Message("ArtifactRef", b"")
        there = ref["kind"] == "pincite.memo.v1.DraftJudgement" and ref["digest"] in self.artifacts
        require(there, f"what event {seq} tells of is not there")
        said = strict("DraftJudgement", self.artifacts[ref["digest"]])
        of_it = said["draft"] is not None and what["draft"] is not None and said["draft"]["digest"] == what["draft"]["digest"]
        require(said["model"] == model and of_it, f"event {seq} tells of another second reader or draft than what was said")
        judged = sum(each["not_judged"] == 0 for each in said["sentences"])
        doubts = sum(atom["verdict"] in DOUBTS for each in said["sentences"] for atom in each["atoms"])
        counted = (judged, len(said["sentences"]) - judged, doubts)
        require(counted == counts, f"event {seq} counts other sentences and doubts than what was said")
        return said

    def check_texts(self):
        wanted, self.texts = set(), {}
        for entry in self.ledger["entries"]:
            document = (entry["evidence"] or {}).get("document")
            if entry["span"] is not None:
                wanted.add((entry["span"]["doc_uid"], entry["span"]["source_digest"]))
            if document and document["place"] is not None:
                wanted.add((document["evidence_id"].removeprefix("vault:"), document["place"]["source_digest"]))
        order = [sha(each) for each in self.file["texts"]]
        require(order == sorted(set(order)), "the texts stand out of order or twice")
        for raw in self.file["texts"]:
            text = self.laid_open(strict("RedactedText", raw)) if self.redacted else strict("CanonicalText", raw)
            name = text["doc_uid"], text.get("source_digest") or sha(text["text"].encode())
            require(name in wanted, f"the text of {name[0]} is cited nowhere")
            require(name not in self.texts, f"the text of {name[0]} is there twice")
            self.texts[name] = text
        for name in wanted:
            require(name in self.texts, f"a text of {name[0]} that the ledger cites is not there")
        if self.redacted:
            return f"of the {len(wanted)} texts that the memo cites no more is laid open than was shown."
        return f"the {len(wanted)} texts that the memo cites are there."

    def laid_open(self, text):
        """The text with a character that no source has in each place that was kept back."""
        words, shown, before = [], [], None
        for piece in text["pieces"]:
            length, kind = piece["length_chars"], "shown" if "shown" in piece else "salted_sha256"
            held = len(piece[kind] or "")
            require(length > 0 and kind != before and held == (length if kind == "shown" else 32), "a piece of a text is none")
            self.length = getattr(self, "length", 0) + length
            require(self.length <= 64 << 20, "the texts are longer than anybody can read")
            start = sum(map(len, words))
            words.append(piece["shown"] if kind == "shown" else "\ue000" * length)
            if kind == "shown":
                shown.append([start, start + length])
            before = kind
        windows = []
        name = text["doc_uid"], text["source_digest"]
        spans = [each["span"] for each in self.ledger["entries"] if each["span"] is not None]
        cited = [each for each in spans if (each["doc_uid"], each["source_digest"]) == name]
        for start, end in sorted((each["start_char"] - len(each["shown_before"]), each["end_char"] + len(each["shown_after"])) for each in cited):
            if windows and start <= windows[-1][1]:
                windows[-1][1] = max(windows[-1][1], end)
            else:
                windows.append([start, end])
        require(shown == windows, f"of the text of {name[0]} not what was shown is laid open")
        text["text"] = "".join(words)
        return text

    def quotes(self):
        spans = places = 0
        law_days = {each["slot_id"]: each["law_date"] for _, kind, what, _ in self.events if kind == "needs_issued" for each in what["slots"]}
        for entry in self.ledger["entries"]:
            span, document = entry["span"], (entry["evidence"] or {}).get("document")
            check_law_day(entry, law_days.get(entry["slot_id"], ""))
            if span is not None:
                spans += 1
                check_span(span, self.texts[span["doc_uid"], span["source_digest"]], entry["entry_id"], self.redacted)
            if document and document["place"] is not None:
                places += 1
                place = document["place"]
                text = self.texts[document["evidence_id"].removeprefix("vault:"), place["source_digest"]]
                check_place(place, text, self.redacted)
        return f"{spans} quotations stand in their texts to the character, {places} places are in theirs; flags, headings and labels were not compared."

    def lineage(self):
        entries = {entry["entry_id"]: entry for entry in self.ledger["entries"]}
        for each in self.sentences:
            name = each["sentence_id"]
            require(each["kind"] not in STATES_SOMETHING or each["entry_ids"], f"{name} states something and cites nothing")
            require(all(entry_id in entries for entry_id in each["entry_ids"]), f"{name} cites what the ledger has not")
        for name, entry in entries.items():
            if "statement" in (entry["evidence"] or {}):
                own = entry["slot_kind"] == OWN_STATEMENT and entry["span"] is None and not entry["tool_result_id"]
                require(own, f"{name} is a statement where a source is asked for")
                continue
            receipt = self.by_result.get(entry["tool_result_id"])
            require(receipt, f"{name} rests on no result with a receipt")
            require(entry["tool_result"] and same(entry["tool_result"], receipt["result"]), f"{name} names another result")
            given = entry["span"] is None or (self.told if self.redacted else self.holds)(receipt, entry["span"])
            require(given, f"no result gave the words of {name}")
        return f"{len(self.sentences)} sentences and {len(entries)} entries rest on results with receipts."

    def told(self, receipt, span):
        """Whether a receipt, whose output was kept back, says that these words of this text were found."""
        for each in receipt["sources"]:
            named = each["evidence_id"].partition(":")[2] == span["doc_uid"] and each["source_digest"] == span["source_digest"]
            if named and span["excerpt_sha256"] in each["excerpt_sha256"]:
                return True
        return False

    def holds(self, receipt, span):
        return span.raw in self.given(receipt)

    def given(self, receipt):
        """The spans that a result gave: SpansOutput.answers, SpanAnswer.resolution, SpanResolution.spans."""
        found = [self.artifacts[receipt["output"]["digest"]]] if receipt["output"] else []
        for number in (1, 1, 3):
            found = [value for each in found for at, value in pieces(each) if at == number and isinstance(value, bytes)]
        return found


def same(one, other):
    return one["digest"] == other["digest"]


def words_of(entry):
    """What stands for the words of an entry, and whether any proof has them: a redacted one leaves statements out."""
    evidence = entry["evidence"] or {}
    if entry["span"] is not None and entry["span"]["excerpt_sha256"]:
        return [(entry["span"]["excerpt_sha256"], True)]
    if evidence.get("statement") is not None:
        return [(evidence["statement"]["text"], False)]
    search = evidence.get("search")
    return [(search["output"]["digest"], True)] if search is not None and search["output"] is not None else []


def check_law_day(entry, of_claim):
    """A statute of a claim with a law date of its own is told as it was on that day, and so are the words quoted from it."""
    told = [(entry["evidence"] or {}).get("law"), entry["span"]]
    days = [each["validity"]["on"] for each in told if each is not None and each["validity"] is not None]
    own = of_claim if told[0] is not None and told[0]["validity"] is not None else ""
    name = entry["entry_id"]
    require(entry["law_date"] == own, f"the law of {name} is read by another day than its claim's")
    require(own == "" or set(days) == {own}, f"{name} tells its law of another day than its claim's")


def check_span(span, canonical, name, redacted):
    text, start, end = canonical["text"], span["start_char"], span["end_char"]
    require(start < end <= len(text) and text[start:end] == span["excerpt"], f"the words of {name} do not stand at their place")
    require(sha(span["excerpt"].encode()) == span["excerpt_sha256"], f"the words of {name} have another hash")
    require(any(speaks(span, each) for each in spoken(canonical, start, end)), f"somebody else speaks in {name}, or then")
    units = [each["path"] for each in canonical["units"] if each["start_char"] <= start and end <= each["end_char"]]
    require(span["unit_path"] == ([""] + units)[-1], f"the words of {name} stand in another unit")
    touched = [each for each in canonical["units"] if each["start_char"] < end and start < each["end_char"]]
    by_machine = any("machine-read" in each["flags"] for each in touched)
    set_by_person = [(max(start, each["start_char"]), min(end, each["end_char"])) for each in touched if "corrected" in each["flags"]]
    told = [(each["start_char"], each["end_char"]) for each in span["corrected"]]
    require(told == set_by_person, f"{name} does not say which of its words a person set in place of what a machine had read")
    require(by_machine == (span["match_kind"] == MACHINE_READ), f"a machine read the words of {name} from a picture, or did not, and it says otherwise")
    quote = (span["locator"] or Message("SpanLocator", b""))["exact_quote"]
    exact = span["match_kind"] == EXACT and quote and "[…]" not in quote
    require(not exact or quote == span["excerpt"], f"the words of {name} are not the quote, though they are called exact")
    before, after, last = span["shown_before"], span["shown_after"], min(len(text), end + 64)
    require(len(before) <= 64 and text[:start].endswith(before), f"other words are shown before {name}")
    require(len(after) <= 64 and text[end:].startswith(after), f"other words are shown after {name}")
    if redacted:
        return
    left_out = [*range(max(0, start - 64), start - len(before)), *range(end + len(after) + 1, last + 1)]
    require(all(inside_grapheme(text, at) for at in left_out), f"less is shown around {name} than there is")


def spoken(canonical, start, end):
    """The segments of a place as they were each time that a person said who speaks there, and as they are: each with whether a person said it."""
    now = [(each["start_char"], each["end_char"], each, False) for each in canonical["segments"]]
    of_file, all_of_them = now, [now]
    for each in canonical["speakers_set"]:
        first, last = each["start_char"], each["end_char"]
        require(first < last, "something is said of no words")
        now = [part for one in now for part in ((one[0], min(one[1], first), *one[2:]), (max(one[0], last), one[1], *one[2:])) if part[0] < part[1]]
        within = [(max(one[0], first), min(one[1], last), *one[2:]) for one in of_file] if each["withdrawn"] else [(first, last, each, True)]
        now = sorted(now + [part for part in within if part[0] < part[1]], key=lambda part: part[0])
        all_of_them.append(now)
    return [[(each, by) for at, to, each, by in one if at < end and start < to] for one in all_of_them]


def speaks(span, touched):
    """Whether a span says who speaks as these segments do. Nobody who is known may be said of words of others: their original may lack them."""
    unknown = [each for each, _ in touched if each["voice"] == 0]
    segment = ([*unknown, *(each for each, _ in touched), Message("Segment", b"")])[0]
    if any(by for _, by in touched) != (SPEAKER_SET in span["flags"]):
        return False
    less = span["voice"] == 0 and span["speaker"] == "" and segment["voice"] in (2, 3)
    same_speaker = (span["voice"], span["speaker"]) == (segment["voice"], segment["speaker"])
    return (less or same_speaker) and span["segment_date_text"] in ("", segment["date_text"])


def inside_grapheme(text, at):
    """Whether characters beside a place may be one grapheme: more often than the rules of Unicode say, never less."""
    if not 0 < at < len(text):
        return False
    one, other = text[at - 1], text[at]
    extends = unicodedata.category(other)[0] == "M" or other in "\u200c\u200d\n" or 0x1F3FB <= ord(other) <= 0x1F3FF
    return extends or one == "\u200d" or (min(one, other) > "\u0300" and unicodedata.category(one)[0] in "LS")


def check_place(place, canonical, redacted):
    start, end = place["start_char"], place["end_char"]
    require(any(field in place for field, mark, _ in FIELDS["Place"].values() if mark == "|"), "a place has no name")
    require(start < end <= len(canonical["text"]), "a place is not in its text")
    lists = {"page": ("pages", "number"), "passage": ("chunks", "chunk_uid"), "unit": ("units", "path")}
    for named, (list_name, field) in lists.items():
        if named in place:
            there = [(each["start_char"], each["end_char"]) for each in canonical[list_name] if each[field] == place[named]]
            inside = any(first <= start and end <= last for first, last in there)
            require(inside if redacted else (start, end) in there, f"{named} {place[named]} is not where it is said to be")


CHECKS = {
    "FORM": Proof.form,
    "KEYS": Proof.check_keys,
    "CHECKPOINT": Proof.checkpoint,
    "TREE": Proof.tree,
    "CHAIN": Proof.chain,
    "ARTIFACTS": Proof.check_artifacts,
    "STEPS": Proof.steps,
    "RECEIPTS": Proof.receipts,
    "CONFIRMATIONS": Proof.confirmations,
    "TEXTS": Proof.check_texts,
    "QUOTES": Proof.quotes,
    "LINEAGE": Proof.lineage,
}
LEFT = "`pincite verify` runs the gate, the looks and the machine again; this program does not."
LEFT_OUT = "a run cannot be derived from a part of its record; the whole proof shows it."


def verify(data, key_id=None):
    """The checks in order, each with a verdict, its code and a sentence; the first that is BROKEN is the last."""
    proof, said = Proof(data, key_id), []
    for code, check in CHECKS.items():
        try:
            said.append(("holds", code, check(proof)))
        except (Refused, UnicodeDecodeError) as problem:
            return [*said, ("BROKEN", code, f"{problem}.")]
    return [*said, ("left", "RULES", LEFT_OUT if proof.redacted else LEFT)]


def broken(said):
    return next((code for verdict, code, _ in said if verdict == "BROKEN"), "holds")


def main(words):
    key_id = words.pop(words.index("--key-id") + 1) if "--key-id" in words else None
    words = [word for word in words if word != "--key-id"]
    if len(words) == 2 and words[0] == "--many":
        for file in sorted(each for each in pathlib.Path(words[1]).iterdir() if each.is_file()):
            print(file.name, broken(verify(file.read_bytes(), key_id)), flush=True)
        return 0
    if len(words) != 1 or words[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    said = verify(pathlib.Path(words[0]).read_bytes(), key_id)
    for verdict, code, sentence in said:
        print(f"{verdict:<6} {code:<13} {sentence}")
    return 0 if broken(said) == "holds" else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, IndexError) as problem:
        print(f"could not look: {problem}", file=sys.stderr)
        sys.exit(2)
