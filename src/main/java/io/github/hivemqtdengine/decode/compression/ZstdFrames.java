// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;

/**
 * Decompression of consecutive Zstandard frames (RFC 8878). A frame is decompressed into one array, so its window takes
 * no additional memory.
 */
public final class ZstdFrames {

    /** Ratio of decompressed to compressed size that is assumed for a frame of unknown size. */
    private static final long USUAL = 8;

    /** Ratio up to which the size that a frame claims is allocated at once. */
    private static final long BELIEVED = 64;

    private static final int AT_LEAST = 4_096;
    private static final long GROWTH = 4;

    private final CompressedInput input;
    private final LimitedOutput output;

    private ZstdFrames(byte[] payload, int limit) {
        this.input = new CompressedInput(payload);
        this.output = new LimitedOutput(limit, 0);
    }

    public static byte[] decompress(byte[] payload, int limit) throws DecodeException {
        var frames = new ZstdFrames(payload, limit);
        try (var context = new ZstdDecompressCtx()) {
            do {
                frames.frame(context);
            } while (frames.input.left() > 0);
        }
        return frames.output.toBytes();
    }

    private void frame(ZstdDecompressCtx context) throws DecodeException {
        int start = input.position();
        if (input.skipFrameOfOthers()) {
            return;
        }
        if (input.startsWith(Magic.ZSTD)) {
            frame(context, start);
        } else {
            throw new DecodeException(Fault.MALFORMED, "There is no frame of zstd", start);
        }
    }

    private void frame(ZstdDecompressCtx context, int start) throws DecodeException {
        long length = length(start);
        long room = firstRoom(Zstd.getFrameContentSize(input.array(), start, input.left()), length);
        input.pass(length);
        while (!decompressed(context, start, (int) Math.min(room, output.left() + 1L))) {
            room *= GROWTH;
        }
    }

    private long length(int start) throws DecodeException {
        try {
            return Zstd.findFrameCompressedSize(input.array(), start, input.left());
        } catch (ZstdException e) {
            throw e.getErrorCode() == Zstd.errSrcSizeWrong() ? input.endsTooEarly() : damaged(e, start);
        }
    }

    private long firstRoom(long claimed, long length) throws DecodeException {
        if (claimed <= 0) { // unknown, or nothing
            return Math.max(AT_LEAST, USUAL * length);
        }
        output.require(claimed);
        return Math.min(claimed, Math.max(AT_LEAST, BELIEVED * length));
    }

    /** @return whether there was enough room */
    private boolean decompressed(ZstdDecompressCtx context, int start, int room) throws DecodeException {
        output.reserve(room);
        try {
            output.written(context.decompressByteArray(
                    output.array(), output.size(), output.room(), input.array(), start, input.position() - start));
            return true;
        } catch (ZstdException e) {
            if (e.getErrorCode() != Zstd.errDstSizeTooSmall()) {
                throw damaged(e, start);
            }
            if (output.room() > output.left()) {
                throw output.tooLarge();
            }
            return false;
        }
    }

    private static DecodeException damaged(ZstdException why, int start) {
        return new DecodeException(Fault.MALFORMED, "The frame of zstd is damaged (" + why.getMessage() + ")", start);
    }
}
