"""Attached parts of the messages in a folder, as Python's email package decodes them: a line of JSON for each.

A multipart has parts and no content of its own (RFC 2046 5.1.1), also where none of them is found.
"""

import email
import hashlib
import json
import pathlib
import sys

for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    message = email.message_from_bytes(path.read_bytes())
    for part in message.walk():
        if part is message or part.is_multipart() or part.get_content_maintype() == "multipart":
            continue
        name = part.get_filename()
        shown = part.get_content_maintype() == "text" and part.get_content_disposition() != "attachment"
        if name is None and shown:
            continue
        content = part.get_payload(decode=True)
        print(
            json.dumps(
                {
                    "file": path.name,
                    "name": str(name or ""),
                    "type": part.get_content_type(),
                    "encoding": str(part.get("content-transfer-encoding", "")),
                    "digest": hashlib.sha256(content).hexdigest(),
                    "sizeBytes": len(content),
                }
            )
        )
