package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The words of HTTP's {@code content-encoding} (RFC 9110, 8.4) and those that have become usual beside them. */
final class ContentEncoding {

    private static final int MOST = 3;
    private static final String IDENTITY = "identity";

    private static final Map<String, Codec> CODECS = Map.of(
            "gzip", Codec.GZIP,
            "x-gzip", Codec.GZIP,
            "deflate", Codec.ZLIB,
            "zlib", Codec.ZLIB,
            "snappy", Codec.SNAPPY,
            "x-snappy-framed", Codec.SNAPPY,
            "zstd", Codec.ZSTD,
            "lz4", Codec.LZ4);

    private ContentEncoding() {}

    /**
     * What has to be undone, in this order.
     *
     * @param text the words in the order in which they were applied, with commas between them
     * @throws DecodeException if one of them is unknown, or there are more than three
     */
    static List<Codec> codecs(String text) throws DecodeException {
        var words = Arrays.stream(text.split(",", MOST + 2))
                .map(word -> word.strip().toLowerCase(Locale.ROOT))
                .filter(word -> !word.isEmpty() && !word.equals(IDENTITY))
                .toList();
        if (words.size() > MOST) {
            throw new DecodeException(Fault.LIMIT, "The content-encoding has more than " + MOST + " parts", -1);
        }
        var codecs = new ArrayList<Codec>(words.size());
        for (var word : words) {
            codecs.add(codec(word));
        }
        Collections.reverse(codecs);
        return codecs;
    }

    private static Codec codec(String word) throws DecodeException {
        var codec = CODECS.get(word);
        if (codec == null) {
            throw new DecodeException(
                    Fault.UNSUPPORTED,
                    "The content-encoding is none of gzip, x-gzip, deflate, zlib, snappy, x-snappy-framed, zstd, lz4 and"
                            + " identity",
                    -1);
        }
        return codec;
    }
}
