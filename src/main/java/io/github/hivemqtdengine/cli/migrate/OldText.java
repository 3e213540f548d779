package io.github.hivemqtdengine.cli.migrate;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Text of an old file. */
final class OldText {

    private static final Charset GB18030 = Charset.forName("GB18030");
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private OldText() {}

    /** Checks what files of every format have in common. */
    static void check(byte[] content) throws MigrationException {
        if (content.length > Migration.MAX_BYTES) {
            throw new MigrationException(
                    0, "has more than 1 MiB, so it is not a configuration; name the file that the old extension reads");
        }
        for (int i = 0, line = 1; i < content.length; i++) {
            if (content[i] == 0) {
                throw new MigrationException(
                        line, "has a zero byte, so it is binary or UTF-16; save the configuration as UTF-8");
            }
            line += content[i] == '\n' ? 1 : 0;
        }
        if (new String(content, StandardCharsets.ISO_8859_1).isBlank()) {
            throw new MigrationException(0, "is empty; name the file that the old extension reads");
        }
    }

    /** Returns the text, whose line ends are {@code \n}. UTF-8 is tried first, then GB18030, of which GBK is a part. */
    static String of(byte[] content, Notes notes) throws MigrationException {
        var text = decoded(content, StandardCharsets.UTF_8);
        if (text.isEmpty()) {
            text = decoded(content, GB18030);
            notes.add("The old file is not UTF-8; it was read as GB18030 (GBK)");
        }
        return text.map(read -> read.startsWith(BYTE_ORDER_MARK) ? read.substring(1) : read)
                .map(read -> read.replace("\r\n", "\n").replace('\r', '\n'))
                .orElseThrow(() -> new MigrationException(0, "is neither UTF-8 nor GBK; save it as UTF-8"));
    }

    private static Optional<String> decoded(byte[] content, Charset charset) {
        try {
            return Optional.of(
                    charset.newDecoder().decode(ByteBuffer.wrap(content)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
