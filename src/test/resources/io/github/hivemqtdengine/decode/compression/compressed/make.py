"""Makes the files beside it, with other implementations than those that the tests run.

pip install lz4==4.4.5 zstandard==0.25.0 cramjam==2.14.0; python3 make.py
"""

import gzip
import zlib
from pathlib import Path

import cramjam
import lz4.frame
import zstandard

TEXT = "".join(f"{i % 500 * 7919}\n" for i in range(20_000)).encode()
HALF = len(TEXT) // 2

FILES = {
    "gzip.bin": gzip.compress(TEXT, mtime=0),
    "gzip-members.bin": gzip.compress(TEXT[:HALF], mtime=0) + gzip.compress(TEXT[HALF:], mtime=0),
    "zlib.bin": zlib.compress(TEXT),
    "snappy-raw.bin": bytes(cramjam.snappy.compress_raw(TEXT)),
    "snappy-framed.bin": bytes(cramjam.snappy.compress(TEXT)),
    "zstd.bin": zstandard.ZstdCompressor(write_checksum=True).compress(TEXT),
    "zstd-unknown-size.bin": zstandard.ZstdCompressor(write_content_size=False).compress(TEXT),
    "zstd-frames.bin": zstandard.compress(TEXT[:HALF]) + zstandard.compress(TEXT[HALF:]),
    "lz4-linked.bin": lz4.frame.compress(TEXT, block_size=lz4.frame.BLOCKSIZE_MAX64KB, block_linked=True),
    "lz4-independent.bin": lz4.frame.compress(
        TEXT, block_size=lz4.frame.BLOCKSIZE_MAX256KB, block_linked=False, content_checksum=True, block_checksum=True),
    "lz4-frames.bin": lz4.frame.compress(TEXT[:HALF]) + lz4.frame.compress(TEXT[HALF:], store_size=False),
}

for name, content in FILES.items():
    Path(__file__).with_name(name).write_bytes(content)
