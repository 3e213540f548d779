// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random topics, strings and payloads: valid for a mapping, nearly valid, or arbitrary. */
public final class FuzzedText {

    private static final int LONGEST_TOPIC = 65_535;

    private static final List<String> PIECES = List.of(
            "a",
            "Z",
            "0",
            " ",
            "'",
            "\"",
            "\\",
            "`",
            "$",
            "{",
            "}",
            ";",
            "--",
            "%",
            "\n",
            "\r",
            "\t",
            "\u0001",
            "\u007f",
            "\u0085",
            "\u200b",
            "\u202e",
            "\ufeff",
            "\ufffd",
            "ü",
            "ß",
            "İ",
            "中",
            "電",
            "é",
            "e\u0301",
            "😀",
            "\ud800\udf48",
            ".",
            "..",
            "null",
            "DROP TABLE",
            "\\u0000",
            "$SYS",
            "tbname",
            "_",
            "-");

    private static final List<String> SCALARS = List.of(
            "0",
            "-0",
            "1",
            "7",
            "-129",
            "2147483648",
            "9223372036854775807",
            "9223372036854775808",
            "-1e400",
            "1e400",
            "1E-400",
            "0.1",
            "123456789.123456789123456789",
            "true",
            "false",
            "null",
            "\"\"",
            "\"7\"",
            "\" 7 \"",
            "\"NaN\"",
            "\"Infinity\"",
            "\"POINT(1 2)\"",
            "\"2026-02-30T25:61:61Z\"",
            "\"2026-02-03T04:05:06.789Z\"",
            "1767322800000",
            "\"\\ud800\"",
            "\"\\u0000\"",
            "\"quo'te\\\\\"",
            "[]",
            "{}",
            "[1,[2]]");

    private static final List<String> NAMES = List.of("t", "v", "p", "s", "rows", "b", "d", "x", "", "a/b", "ü");

    private final Random random;

    public FuzzedText(long seed) {
        random = new Random(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean oneIn(int cases) {
        return below(cases) == 0;
    }

    /** A topic as a client may publish to: without wildcards, and not empty. */
    String topic() {
        int kind = below(100);
        if (kind < 45) {
            return "json/" + below(50) + "/" + level();
        }
        if (kind < 60) {
            return "rows/" + level();
        }
        if (kind == 60 && oneIn(20)) {
            return longTopic();
        }
        var levels = IntStream.range(0, 1 + below(6)).mapToObj(i -> level()).collect(Collectors.joining("/"));
        return levels.isEmpty() ? "/" : levels;
    }

    private String level() {
        return oneIn(3) ? text(30) : Integer.toString(below(20));
    }

    private String longTopic() {
        var piece = oneIn(2) ? "/" : PIECES.get(below(PIECES.size()));
        return piece.repeat(LONGEST_TOPIC / piece.getBytes(StandardCharsets.UTF_8).length);
    }

    /** Any text that MQTT allows: well-formed UTF-8 without U+0000. */
    public String text(int maxPieces) {
        var text = new StringBuilder();
        for (int i = below(maxPieces + 1); i > 0; i--) {
            text.append(oneIn(3) ? Character.toString(codePoint()) : PIECES.get(below(PIECES.size())));
        }
        return text.toString();
    }

    private int codePoint() {
        int any = 1 + below(Character.MAX_CODE_POINT);
        boolean isAllowed =
                any != '+' && any != '#' && (any < Character.MIN_SURROGATE || any > Character.MAX_SURROGATE);
        return isAllowed ? any : 'x';
    }

    byte[] payload() {
        int kind = below(100);
        if (kind < 20) {
            var bytes = new byte[below(oneIn(1_000) ? 1 << 20 : 300)];
            random.nextBytes(bytes);
            return bytes;
        }
        var document = kind < 35 ? text(80) : document(kind);
        var bytes = document.getBytes(StandardCharsets.UTF_8);
        if (kind >= 90 && bytes.length > 0) {
            bytes[below(bytes.length)] = (byte) below(256);
        }
        return kind >= 95 ? java.util.Arrays.copyOf(bytes, below(bytes.length + 1)) : bytes;
    }

    private String document(int kind) {
        if (kind < 60) {
            return "{\"t\":" + (1_767_322_800_000L + below(1_000_000)) + ",\"v\":" + random.nextDouble() + ",\"p\":"
                    + below(100) + ",\"s\":\"" + below(1_000) + "\",\"rows\":[{\"v\":1},{\"v\":2,\"p\":3}]}";
        }
        if (kind == 60 && oneIn(10)) {
            int depth = below(5_000);
            return "[".repeat(depth) + "]".repeat(depth);
        }
        return value(4);
    }

    private String value(int depth) {
        return switch (depth == 0 ? 0 : below(4)) {
            case 1 -> "[" + list(depth) + "]";
            case 2, 3 -> "{" + fields(depth) + "}";
            default -> SCALARS.get(below(SCALARS.size()));
        };
    }

    private String list(int depth) {
        return IntStream.range(0, below(4)).mapToObj(i -> value(depth - 1)).collect(Collectors.joining(","));
    }

    private String fields(int depth) {
        return IntStream.range(0, below(7))
                .mapToObj(i -> "\"" + NAMES.get(below(NAMES.size())) + "\":" + value(depth - 1))
                .collect(Collectors.joining(","));
    }
}
