"""The words of Word documents, read by another language, another zip reader and another XML reader.

Reads paths from the command line and prints one JSON list of words a line: body, then notes, comments, headers and
footers (each wording once). Deleted words, hidden words and field codes are left out, inserted words are in.
"""
import json
import posixpath
import re
import sys
import xml.etree.ElementTree as ET
import zipfile

LEFT_OUT = {"del", "moveFrom", "delText", "instrText", "delInstrText", "Fallback", "rPr", "pPr", "sectPr", "rt", "tblPr", "trPr", "tcPr", "sdtPr"}
BLANKS = {"tab": " ", "ptab": " ", "br": " ", "cr": " ", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}


def local(element):
    return element.tag.rsplit("}", 1)[-1]


def attribute(element, name, default=None):
    for key, value in element.attrib.items():
        if key.rsplit("}", 1)[-1] == name:
            return value
    return default


def child(element, *path):
    for name in path:
        element = next((one for one in (element if element is not None else []) if local(one) == name), None)
    return element


def is_on(element):
    return element is not None and attribute(element, "val", "true") not in ("0", "false", "off")


def hiding_styles(styles):
    """Ids of styles that hide text, by themselves or by what they are based on."""
    found, based = {}, {}
    for style in styles if styles is not None else []:
        if local(style) == "style":
            name = attribute(style, "styleId")
            vanish = child(style, "rPr", "vanish")
            found[name] = None if vanish is None else is_on(vanish)
            based[name] = attribute(child(style, "basedOn"), "val") if child(style, "basedOn") is not None else None

    def hides(name, depth=0):
        if name not in found or depth > 20:
            return False
        return found[name] if found[name] is not None else hides(based[name], depth + 1)

    return {name for name in found if hides(name)}


def text_of(element, hiding, fields, hidden=False):
    name = local(element)
    if name in LEFT_OUT:
        return ""
    if name == "tr" and child(element, "trPr", "del") is not None:
        return ""
    if name == "p":
        style = child(element, "pPr", "pStyle")
        hidden = style is not None and attribute(style, "val") in hiding
    if name == "r":
        style = child(element, "rPr", "rStyle")
        own = child(element, "rPr", "vanish")
        if own is not None:
            hidden = is_on(own)
        elif style is not None and attribute(style, "val") in hiding:
            hidden = True
    if name == "fldChar":
        kind = attribute(element, "fldCharType")
        if kind == "begin":
            fields.append("code")
        elif kind == "separate" and fields:
            fields[-1] = "result"
        elif kind == "end" and fields:
            fields.pop()
        return ""
    if name == "r" and hidden:
        for one in element:
            if local(one) == "fldChar":
                text_of(one, hiding, fields)
        return ""
    if "code" in fields and name in ("t", "sym", *BLANKS):
        return ""
    if name == "t":
        return element.text or ""
    if name in BLANKS:
        return BLANKS[name]
    if name == "sym":
        return chr(int(attribute(element, "char", "0020"), 16))
    inner = "".join(text_of(one, hiding, fields, hidden) for one in element)
    return inner + ("\n" if name in ("p", "tc", "tr") else "")


def relations(package, part):
    folder, file = posixpath.split(part)
    path = posixpath.join(folder, "_rels", file + ".rels")
    if path not in package.namelist():
        return []
    found = []
    for one in ET.fromstring(package.read(path)):
        if one.get("TargetMode") != "External":
            target = one.get("Target", "")
            full = target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            found.append((one.get("Type", "").rsplit("/", 1)[-1], full))
    return found


def words(path):
    with zipfile.ZipFile(path) as package:
        main = dict(relations(package, "")).get("officeDocument", "word/document.xml")
        related = relations(package, main)
        parse = lambda name: ET.fromstring(package.read(name)) if name in package.namelist() else None
        styles = next((parse(name) for kind, name in related if kind == "styles"), None)
        hiding = hiding_styles(styles)
        texts = [text_of(child(parse(main), "body"), hiding, [])]
        for kind in ("footnotes", "endnotes", "comments"):
            for name in [name for one, name in related if one == kind][:1]:
                for note in parse(name):
                    if attribute(note, "type", "normal") == "normal":
                        texts.append(text_of(note, hiding, []))
        for kind in ("header", "footer"):
            for name in [name for one, name in related if one == kind]:
                part = text_of(parse(name), hiding, [])
                if part not in texts:
                    texts.append(part)
        return re.findall(r"[^\W_]+", "\n".join(texts))


for path in sys.argv[1:]:
    print(json.dumps(words(path)))
