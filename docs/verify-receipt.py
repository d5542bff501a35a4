"""Checks a Pincite receipt without Pincite: Python's standard library and OpenSSL 3.0 or later.

    python3 verify-receipt.py RECEIPT KEYS [PARTS]

RECEIPT is what `pincite receipt show ID -o RECEIPT` wrote, KEYS what `pincite keys export KEYS` wrote. Into the folder
PARTS go the signed bytes, the signature and the key, for `openssl pkeyutl`. Ends with 0 if the receipt holds, 1 if not.
"""

import hashlib
import pathlib
import subprocess
import sys
import tempfile

RECEIPT = "application/vnd.pincite.tool-receipt.v1+protobuf"
ROTATION = "application/vnd.pincite.key-rotation.v1+protobuf"
MANIFEST = "application/vnd.pincite.key-manifest.v1+protobuf"


class Refused(Exception):
    """What does not hold, as a sentence."""


def require(holds, sentence):
    if not holds:
        raise Refused(sentence)


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
            return value, at


def fields(data):
    """The fields of a protobuf message: number -> list of values. Only numbers and byte strings occur here."""
    found, at, last = {}, 0, 0
    while at < len(data):
        tag, at = varint(data, at)
        number, wire = tag >> 3, tag & 7
        require(number >= last, "fields stand out of order")
        last = number
        if wire == 0:
            value, at = varint(data, at)
        else:
            require(wire == 2, "a field has a form that does not occur here")
            size, at = varint(data, at)
            value, at = data[at : at + size], at + size
            require(at <= len(data), "the bytes end in the middle of a field")
        found.setdefault(number, []).append(value)
    return found


def one(message, number, default=b""):
    values = message.get(number, [default])
    require(len(values) == 1, f"field {number} stands there {len(values)} times")
    return values[0]


def statement(data):
    message = fields(data)
    require(set(message) <= {1, 2, 3}, "the statement has fields that are not known")
    signatures = [fields(each) for each in message.get(3, [])]
    return one(message, 1).decode(), one(message, 2), [(one(s, 1).decode(), one(s, 2)) for s in signatures]


def signed_bytes(payload_type, payload):
    """Pre-authentication encoding of DSSE 1.0.2."""
    kind = payload_type.encode()
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)


def openssl_verifies(spki, signed, signature):
    with tempfile.TemporaryDirectory() as folder:
        parts = write_parts(pathlib.Path(folder), spki, signed, signature)
        command = "openssl pkeyutl -verify -pubin -keyform DER -rawin".split()
        command += ["-inkey", parts["key.der"], "-in", parts["signed"], "-sigfile", parts["signature"]]
        return subprocess.run(command, capture_output=True).returncode == 0


def write_parts(folder, spki, signed, signature):
    folder.mkdir(parents=True, exist_ok=True)
    parts = {"key.der": spki, "signed": signed, "signature": signature}
    for name, content in parts.items():
        (folder / name).write_bytes(content)
    return {name: str(folder / name) for name in parts}


def check_signature(data, payload_type, keys):
    """The payload and the id of its key, once its one signature holds under one of these keys."""
    kind, payload, signatures = statement(data)
    require(kind == payload_type, f"it is {kind}, not {payload_type}")
    require(len(signatures) == 1, f"it has {len(signatures)} signatures")
    key_id, signature = signatures[0]
    require(key_id in keys, f"key {key_id} is not among the keys")
    require(len(signature) == 64, "the signature has not 64 bytes")
    signed = signed_bytes(kind, payload)
    require(openssl_verifies(keys[key_id]["spki"], signed, signature), f"the signature by key {key_id} does not hold")
    return payload, key_id, signed, signature


def read_keys(data):
    """The keys of a manifest, once each was handed to by the one before it and the last one signed the whole."""
    keys = {}
    before = None
    for entry in fields(statement(data)[1]).get(1, []):
        key = fields(entry)
        spki, key_id = one(key, 2), one(key, 1).decode()
        require(key_id in [hashlib.sha256(spki).hexdigest()[:digits] for digits in (16, 32)], f"key {key_id} has another id than its hash")
        life = one(key, 4).decode(), one(key, 5).decode()
        if before:
            said = fields(check_signature(one(key, 6), ROTATION, {before: keys[before]})[0])
            named = [one(said, number) for number in (1, 2, 3, 4)]
            require(named == [before.encode(), key_id.encode(), spki, life[0].encode()], "a rotation names something else")
            require(keys[before]["life"][1] == life[0], "a key ends at another time than the next begins")
        keys[key_id] = {"spki": spki, "life": life}
        before = key_id
    require(check_signature(data, MANIFEST, keys)[1] == before, "the keys are not signed by the last of them")
    require(keys[before]["life"][1] == "", "the last key is retired")
    return keys


def main(receipt_file, keys_file, parts="parts"):
    keys = read_keys(pathlib.Path(keys_file).read_bytes())
    payload, key_id, signed, signature = check_signature(pathlib.Path(receipt_file).read_bytes(), RECEIPT, keys)
    receipt = fields(payload)
    time, (begin, end) = one(receipt, 22).decode(), keys[key_id]["life"]
    require(begin <= time and (end == "" or time <= end), f"key {key_id} was not in use at {time}")
    write_parts(pathlib.Path(parts), keys[key_id]["spki"], signed, signature)
    for name, number in (("receipt", 1), ("run", 2), ("tool", 6), ("request", 7), ("result", 10), ("time", 22)):
        print(f"{name}: {one(receipt, number).decode()}")
    print(f"holds: signed by key {key_id}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Refused, UnicodeDecodeError, OSError) as problem:
        sys.exit(f"does not hold: {problem}")
