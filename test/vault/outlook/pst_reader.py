"""A second reader of Outlook's data files (MS-PST), by the specification alone: it shares nothing with the Vault's.

    python3 pst_reader.py FILE

Prints a JSON list of the items that lie in folders: `folder`, `class`, `subject`, `message_id` of the transport headers, `headers` (their SHA-256 as UTF-8
with LF, or ""), and `files`: SHA-256 and size of each attached file, in order of digest. Read are files of 64-bit versions, pages of 512 and of 4,096 bytes.
"""
import hashlib, json, re, struct, sys, zlib

DECODE = bytes.fromhex(
    "47f1b4e60b6a7248854e9eebe2f89453e0bba002e85a09abdbe3bac67cc310dd39059630f53760828cc9134a6b1df3fb8f2697ca9117"
    "01c4322d6e3195ffd923d1005e79dc443b1a28c5615720903d83b943be67d2464276c06d5b7eb20f16293ca903540dda5ddff6b7c762"
    "cd8d06d3695c86d614f7a56675acb1e94521700c879f74a4224c6fbf1f56aa2eb3783350b0a392bccf191ca763cb1e4d3e4b1b9b4fe7"
    "f0eead3ab55904ea40552551e57a893868527bfc27aed7bdfa07f4cc8e5fef359c842b15d5773449b6120a7f7188fd9d18417d93d858"
    "2ccefe24afdeb836c8a180a69998a82f0e816573e4c2a28ad4e111d0088b2af2ed9a643fc16cf9ec"
)
assert sorted(DECODE) == list(range(256))


class Pst:
    def __init__(self, data):
        self.data = data
        if data[:4] != b"!BDN":
            raise ValueError("no data file of Outlook")
        self.version = struct.unpack_from("<H", data, 10)[0]
        if self.version < 23:
            raise ValueError("a 32-bit file")
        self.big = self.version >= 36
        self.page = 4096 if self.big else 512
        self.crypt = data[513]
        nodes_at = struct.unpack_from("<Q", data, 224)[0]
        blocks_at = struct.unpack_from("<Q", data, 240)[0]
        self.nodes, self.blocks = {}, {}
        self.tree(nodes_at, self.node_entry)
        self.tree(blocks_at, self.block_entry)

    def tree(self, at, leaf):
        page = self.data[at : at + self.page]
        if self.big:
            count, _, size, level = struct.unpack_from("<HHBB", page, 4056)
        else:
            count, _, size, level = struct.unpack_from("<BBBB", page, 488)
        for i in range(count):
            entry = page[i * size : (i + 1) * size]
            if level > 0:
                self.tree(struct.unpack_from("<Q", entry, 16)[0], leaf)
            else:
                leaf(entry)

    def node_entry(self, entry):
        nid, _, data, sub, parent = struct.unpack_from("<IIQQI", entry)
        self.nodes[nid] = (data, sub, parent)

    def block_entry(self, entry):
        bid, at, size, whole = struct.unpack_from("<QQHH", entry)
        self.blocks[bid & ~1] = (at, size, whole)

    def raw(self, bid):
        at, size, whole = self.blocks[bid & ~1]
        data = self.data[at : at + size]
        if self.big and whole != size:
            data = zlib.decompress(data)
        if not bid & 2 and self.crypt == 1:
            data = data.translate(DECODE)
        return data

    def parts(self, bid):
        """The data blocks of a node, in order."""
        if bid & ~1 == 0:
            return []
        data = self.raw(bid)
        if not bid & 2:
            return [data]
        kind, level, count = struct.unpack_from("<BBH", data)
        assert kind == 1, kind
        return [one for i in range(count) for one in self.parts(struct.unpack_from("<Q", data, 8 + 8 * i)[0])]

    def subnodes(self, bid):
        if bid & ~1 == 0:
            return {}
        data = self.raw(bid)
        kind, level, count = struct.unpack_from("<BBH", data)
        assert kind == 2, kind
        found = {}
        for i in range(count):
            if level == 0:
                nid, block, sub = struct.unpack_from("<QQQ", data, 8 + 24 * i)
                found[nid & 0xFFFFFFFF] = (block, sub)
            else:
                found.update(self.subnodes(struct.unpack_from("<QQ", data, 8 + 16 * i)[1]))
        return found

    def properties(self, bid, sub):
        return Heap(self, self.parts(bid), self.subnodes(sub))


class Heap:
    """A property context: `get(tag)` gives bytes, or an int for what stands in the entry itself."""

    def __init__(self, pst, parts, subnodes):
        self.pst, self.parts, self.subs, self.found = pst, parts, subnodes, {}
        assert parts[0][2] == 0xEC
        root = self.heap(struct.unpack_from("<I", parts[0], 4)[0])
        _, key, entry, levels, top = struct.unpack_from("<BBBBI", root)
        self.walk(top, levels, key, entry)

    def heap(self, hid):
        bits = 14 if self.pst.big else 11
        index, block = (hid >> 5) & ((1 << bits) - 1), hid >> (5 + bits)
        part = self.parts[block]
        at = struct.unpack_from("<H", part)[0]
        start, end = struct.unpack_from("<HH", part, at + 4 + 2 * (index - 1))
        return part[start:end]

    def walk(self, hid, levels, key, entry):
        if hid == 0:
            return
        data = self.heap(hid)
        width = key + (4 if levels else entry)
        for at in range(0, len(data) - width + 1, width):
            if levels:
                self.walk(struct.unpack_from("<I", data, at + key)[0], levels - 1, key, entry)
            else:
                tag, kind, value = struct.unpack_from("<HHI", data, at)
                self.found[tag] = (kind, value)

    def get(self, tag):
        if tag not in self.found:
            return None
        kind, value = self.found[tag]
        if kind in (0x2, 0x3, 0x4, 0xA, 0xB):
            return value
        if value == 0:
            return b""
        if value & 0x1F:
            return b"".join(self.pst.parts(self.subs[value][0]))
        return self.heap(value)

    def text(self, tag):
        value = self.get(tag)
        if not isinstance(value, bytes):
            return ""
        return value.decode("utf-16-le" if self.found[tag][0] == 0x1F else "cp1252", "replace")


def item(pst, nid):
    data, sub, parent = pst.nodes[nid]
    props = pst.properties(data, sub)
    headers = props.text(0x7D).replace("\r\n", "\n")
    subject = props.text(0x37)
    if subject[:1] == "\x01":
        subject = subject[2:]
    files, inner = [], 0
    for key, (block, below) in pst.subnodes(sub).items():
        if key & 0x1F != 5:
            continue
        attached = pst.properties(block, below)
        if 0x3701 not in attached.found:
            continue
        if attached.found[0x3701][0] == 0x0D:
            inner += 1
            continue
        value = attached.get(0x3701)
        files.append([hashlib.sha256(value).hexdigest(), len(value)])
    found = re.search(r"^message-id:\s*<([^>]*)>", headers, re.I | re.M)
    return {
        "folder": pst.properties(*pst.nodes[parent][:2]).text(0x3001),
        "class": props.text(0x1A).rstrip("\0"),
        "subject": subject,
        "message_id": found.group(1) if found else "",
        "headers": hashlib.sha256(headers.encode()).hexdigest() if headers else "",
        "files": sorted(files),
        "inner": inner,
    }


def main(path):
    pst = Pst(open(path, "rb").read())
    json.dump([item(pst, nid) for nid in sorted(pst.nodes) if nid & 0x1F == 4], sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
