"""Checks a store folder by docs/formats and record.proto alone: `python3 read_store.py FOLDER`. Uses nothing of ours.

Reads LevelDB's own files (manifest, logs, tables with snappy), so that a store whose process was killed is read as it lies there.
Prints one line of counts, and one for each fault; ends with 1 where there is any."""
import base64, ctypes, ctypes.util, hashlib, hmac, os, struct, subprocess, sys
from urllib.parse import unquote

faults = []
def fault(*words): faults.append(" ".join(map(str, words)))
def sha(data): return hashlib.sha256(data).digest()

# Encodings: varints, protobuf (wire types 0, 1, 2), snappy, Zstandard by the system's library.
def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]; at += 1
        value |= (byte & 127) << shift; shift += 7
        if byte < 128: return value, at

def message(data):
    fields, at = {}, 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0: value, at = varint(data, at)
        elif tag & 7 == 1: value, at = int.from_bytes(data[at:at + 8], "little"), at + 8
        elif tag & 7 == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
            if at > len(data): raise ValueError("length")
        else: raise ValueError("wire type")
        fields.setdefault(tag >> 3, []).append(value)
    return fields

def one(fields, number, default=b""): return fields.get(number, [default])[-1]

def snappy(data):
    size, at = varint(data, 0)
    out = bytearray()
    while at < len(data):
        tag = data[at]; at += 1
        if tag & 3 == 0:
            length = tag >> 2
            if length >= 60:
                extra = length - 59
                length = int.from_bytes(data[at:at + extra], "little"); at += extra
            out += data[at:at + length + 1]; at += length + 1
            continue
        if tag & 3 == 1: length, back, at = (tag >> 2 & 7) + 4, (tag >> 5) << 8 | data[at], at + 1
        elif tag & 3 == 2: length, back, at = (tag >> 2) + 1, int.from_bytes(data[at:at + 2], "little"), at + 2
        else: length, back, at = (tag >> 2) + 1, int.from_bytes(data[at:at + 4], "little"), at + 4
        for _ in range(length): out.append(out[-back])
    assert len(out) == size
    return bytes(out)

library = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
library.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
library.ZSTD_decompress_usingDict.restype = ctypes.c_size_t
library.ZSTD_createDCtx.restype = ctypes.c_void_p
context = ctypes.c_void_p(library.ZSTD_createDCtx())
def unpacked(packing, data, known=b""):
    if packing == 0: return data
    size = library.ZSTD_getFrameContentSize(data, ctypes.c_size_t(len(data)))
    out = ctypes.create_string_buffer(size or 1)
    given = context, out, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data)), known, ctypes.c_size_t(len(known))
    if library.ZSTD_decompress_usingDict(*given) != size: raise ValueError("frame")
    return out.raw[:size]

# The records under a key, and whether they were packed.
def records_in(packing, data):
    if packing < 2:
        whole = message(unpacked(packing, data))
        return [message(part) for part in whole.get(7, [])] or [whole], 7 in whole
    first, rest = message(data)[1][0], message(data)[2][0]
    first = unpacked(1, first)
    artifacts = message(first).get(3, [])
    known = "".join(sha(artifact).hex() for artifact in artifacts).encode() + first
    records = [message(part) for part in message(unpacked(1, rest, known))[7]]
    artifacts, before = iter(artifacts), b""
    for record in records:
        record[3] = [next(artifacts) for _ in record.get(3, [])]
        for at, event in enumerate(record.get(1, [])):
            if event[:1] != b"\n":
                of = message(before)
                event = field(1, one(of, 1)) + field(2, one(of, 2)) + b"\x18" + written(one(of, 3) + 1) + field(4, sha(before)) + event
            record[1][at] = before = event
    return records, True

def written(value): return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + written(value >> 7)
def field(tag, data): return written(tag << 3 | 2) + written(len(data)) + data

# LevelDB's files.
def log_records(path):
    data, whole = open(path, "rb").read(), b""
    for start in range(0, len(data), 32768):
        block, at = data[start:start + 32768], 0
        while at + 7 <= len(block):
            size, kind = struct.unpack("<HB", block[at + 4:at + 7])
            part, at = block[at + 7:at + 7 + size], at + 7 + size
            if kind == 0 or len(part) < size: break
            whole = part if kind in (1, 2) else whole + part
            if kind in (1, 4): yield whole

def block_entries(data, offset, size):
    block = data[offset:offset + size]
    if data[offset + size] == 1: block = snappy(block)
    end, at, key = len(block) - 4 * (struct.unpack("<I", block[-4:])[0] + 1), 0, b""
    while at < end:
        shared, at = varint(block, at); rest, at = varint(block, at); length, at = varint(block, at)
        key = key[:shared] + block[at:at + rest]; at += rest
        yield key, block[at:at + length]
        at += length

def table_entries(path):
    data = open(path, "rb").read()
    at = len(data) - 48
    _, at = varint(data, at); _, at = varint(data, at)
    offset, at = varint(data, at); size, at = varint(data, at)
    for _, handle in block_entries(data, offset, size):
        first, after = varint(handle, 0)
        yield from block_entries(data, first, varint(handle, after)[0])

def read_map(folder):
    live, log_number = set(), 0
    for edit in log_records(os.path.join(folder, open(os.path.join(folder, "CURRENT")).read().strip())):
        at = 0
        while at < len(edit):
            tag, at = varint(edit, at)
            if tag == 1: size, at = varint(edit, at); at += size
            elif tag in (2, 3, 4, 9):
                value, at = varint(edit, at)
                if tag == 2: log_number = value
            elif tag == 5: _, at = varint(edit, at); size, at = varint(edit, at); at += size
            elif tag == 6: _, at = varint(edit, at); number, at = varint(edit, at); live.discard(number)
            else:
                _, at = varint(edit, at); number, at = varint(edit, at); _, at = varint(edit, at)
                for _ in range(2): size, at = varint(edit, at); at += size
                live.add(number)
    newest = {}
    def take(key, order, value):
        if order >= newest.get(key, (-1,))[0]: newest[key] = (order, value)
    for number in live:
        name = os.path.join(folder, "%06d" % number)
        for key, value in table_entries(name + (".ldb" if os.path.exists(name + ".ldb") else ".sst")):
            tail = int.from_bytes(key[-8:], "little")
            take(key[:-8], tail >> 8, value if tail & 255 else None)
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".log") or int(name[:-4]) < log_number: continue
        for batch in log_records(os.path.join(folder, name)):
            order, at = int.from_bytes(batch[:8], "little"), 12
            while at < len(batch):
                kind = batch[at]; size, at = varint(batch, at + 1); key = batch[at:at + size]; at += size; value = None
                if kind: size, at = varint(batch, at); value = batch[at:at + size]; at += size
                take(key, order, value); order += 1
    return {key.decode(): value for key, (_, value) in newest.items() if value is not None}

# The store.
folder = sys.argv[1]
entries = read_map(os.path.join(folder, "db"))
def body(key):
    try:
        fields = message(entries[key])
        if sha(key.encode() + b"\0" + one(fields, 1))[:8] == one(fields, 2): return one(fields, 1)
    except (IndexError, TypeError, ValueError): pass
    fault("check of", key)
    return b""

# Keys of scopes, and what they encrypt: AES-256-GCM is AES-256-CTR from counter 2 on. Its tag is not looked at: digests, hashes and seals are.
slots = open(os.path.join(folder, "scope-keys", "keys"), "rb").read()
def key_of(number):
    slot = slots[64 * number:64 * number + 64]
    if slot == bytes(64): return None
    if sha(slot[:56])[:8] != slot[56:] or int.from_bytes(slot[:8], "big") != number: fault("slot of key", number)
    return slot[8:40]
def opened(key_id, data):
    if not key_id: return data
    command = ["openssl", "enc", "-d", "-aes-256-ctr", "-K", key_of(int(key_id, 36)).hex(), "-iv", data[:12].hex() + "00000002"]
    return subprocess.run(command, input=data[12:-16], capture_output=True, check=True).stdout
def content_of(stored, digest):
    if stored[:16] != b"pincite file 1\n\0" or sha(stored) == digest: return stored
    key, salt, found = key_of(int.from_bytes(stored[16:20], "big")), stored[20:36], b""
    own = hmac.digest(hmac.digest(salt, key, "sha256"), b"pincite file " + digest.hex().encode() + b"\1", "sha256")
    for number, at in enumerate(range(36, len(stored), (1 << 20) + 16)):
        frame = stored[at:at + (1 << 20) + 16]
        iv = bytes(7) + number.to_bytes(4, "big") + bytes([at + len(frame) == len(stored)]) + b"\0\0\0\2"
        command = ["openssl", "enc", "-d", "-aes-256-ctr", "-K", own.hex(), "-iv", iv.hex()]
        found += subprocess.run(command, input=frame[:-16], capture_output=True, check=True).stdout
    return found
erased = {tuple(map(unquote, key.split("!x!"))) for key in entries if key.split("!")[1] == "x"}
def gone(owner, scope): return (unquote(owner), unquote(scope)) in erased

# What a damaged record says is nobody's word: it is named and left out.
for key in [key for key in entries if key.split("!")[1:2] == ["c"]]:
    known = len(faults); body(key)
    if len(faults) > known: del entries[key]

count = dict.fromkeys(["records", "events", "artifacts", "places", "entries", "derived"], 0)
seals, roots, heads_root = 0, 0, 0
scopes, chains, wanted, numbers, places, packs, packed_up_to = {}, {}, set(), {}, {}, {}, {}
for key in sorted(entries, key=str.encode):
    if key == "!state": continue
    owner, kind, rest = (*key.split("!", 2), "")[:3]
    if kind not in "bgho": seals += int.from_bytes(entries[key][-8:], "big")
    if kind in "nkprsxy": count["derived"] += 1; body(key)
    if kind == "y" and key_of(one(message(body(key)), 1, 0)) is None: fault("the key is destroyed of", key)
    if kind == "x" and (number := one(message(body(key)), 2, 0)) and key_of(number): fault("the key is not destroyed of", key)
    if kind == "c":
        scope, number = rest.split("!"); number = int(number, 16)
        coded = message(body(key))
        if gone(owner, scope): fault("erased, and there is", key)
        records, is_pack = records_in(one(coded, 1, 0), opened(one(coded, 2).decode(), one(coded, 3)))
        count["records"] += 1
        if is_pack: packs.setdefault((owner, scope), []).append(number)
        for record in records:
            if number != scopes.get((owner, scope), 0) + 1: fault("a record is missing before", key)
            scopes[owner, scope] = number + max(0, len(record.get(1, [])) - 1)
            previous, seq = chains.get((owner, scope), (bytes(32), 0))
            for bytes_of in record.get(1, []):
                event = message(bytes_of); seq += 1; count["events"] += 1
                if one(event, 4) != previous or one(event, 3, 0) != seq or one(event, 2).decode() != unquote(scope): fault("chain at", key, seq)
                previous = sha(bytes_of)
            if record.get(1): chains[owner, scope] = previous, seq; places[owner, one(record, 2, 0)] = (unquote(scope), number, len(record[1]))
            for index, artifact in enumerate(record.get(3, [])): wanted.add((owner, sha(artifact), scope, number, index))
            for digest in record.get(6, []): wanted.add((owner, digest, scope, 0, 0))
            number = scopes[owner, scope] + 1
        if is_pack: packed_up_to[owner, scope] = number
    if kind == "n":
        name, number = rest.split("!"); numbers.setdefault((owner, unquote(name)), []).append(int(number, 16))
        listed = one(message(body(key)), 1).decode()
        if listed and one(message(body(f"{owner}!k!{name}!{listed}")), 1, 0) != int(number, 16): fault("entry of", key)
        count["entries"] += bool(listed)
for key in entries:
    if key == "!state": continue
    owner, kind, rest = (*key.split("!", 2), "")[:3]
    if kind == "h":
        head = message(body(key)); heads_root += int.from_bytes(one(head, 2), "big")
        if gone(owner, rest): count["events"] += one(head, 1, 0)
        elif chains.pop((owner, rest), None) != (one(head, 2), one(head, 1, 0)): fault("head", key)
    if kind == "g":
        place = message(body(key)); found = places.pop((owner, int(rest, 16)), None); count["places"] += 1
        if (unquote(owner), one(place, 1).decode()) in erased: continue
        if found != (one(place, 1).decode(), one(place, 2, 0), one(place, 3, 0)): fault("position", key)
    if kind == "p":
        table = message(body(key)); first, at = [], 0
        while at < len(one(table, 1)): number, at = varint(one(table, 1), at); first.append(number)
        if first != packs.pop((owner, rest), None) or one(table, 2, 0) < packed_up_to[owner, rest]: fault("packs", key)
    if kind == "s" and scopes.get((owner, rest)) != one(message(body(key)), 1, 0): fault("scope", key)
    if kind == "o":
        for place in map(message, message(body(key)).get(3, [])):
            found = numbers.pop((owner, one(place, 1).decode()), [])
            if found != list(range(one(place, 2, 0), one(place, 3, 0) + 1)): fault("list", one(place, 1).decode())
    if kind == "l":
        short, scope = rest.split("!"); digest = base64.urlsafe_b64decode(short + "="); at = message(body(key))
        roots += int.from_bytes(digest, "big"); count["artifacts"] += 1
        if one(at, 6, 0):
            if not gone(owner, scope): fault("not erased", key)
            continue
        number, size = one(at, 2, 0), one(at, 1, 0)
        wanted.discard((owner, digest, scope, number, one(at, 3, 0)))
        if number: continue
        hashed = lambda name: sha(unquote(name).encode()).hex()[:32]
        path = os.path.join(folder, "blobs", hashed(owner), hashed(scope), digest.hex())
        stored = content_of(open(path, "rb").read(), digest) if size > 4 << 20 else unpacked(one(at, 4, 0), opened(one(at, 5).decode(), entries[f"{owner}!b!{scope}!{short}"]))
        if sha(stored) != digest or len(stored) != size: fault("artifact", digest.hex())
for what, left in [("heads", chains), ("positions", places), ("locators", wanted), ("lists", numbers), ("tables of packs", packs)]:
    if left: fault(what, "are missing:", list(left)[:3])
state = message(body("!state"))
totals = [(4, count["events"]), (5, count["artifacts"]), (10, count["derived"]), (12, count["records"]), (11, seals % 2**64)]
for field, found in totals:
    if one(state, field, 0) != found: fault("total", field, "is", one(state, field, 0), "and", found, "was found")
for field, found in [(7, heads_root), (8, roots)]:
    if int.from_bytes(one(state, field), "big") != found % 2**256: fault("root", field)
print(" ".join(f"{name} {number}" for name, number in count.items()))
for sentence in faults: print(sentence)
sys.exit(1 if faults else 0)
