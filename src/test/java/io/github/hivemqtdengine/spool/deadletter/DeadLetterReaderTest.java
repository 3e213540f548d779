// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hivemqtdengine.spool.deadletter.DeadLetterReader.Line;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLetterReaderTest {

    private static final long LARGER_THAN_A_HEAP = 40L << 30;

    @TempDir
    private Path folder;

    @Test
    void shouldReadNoMoreOfALetterThanTheBrokerAccepts() throws IOException {
        var file = Files.writeString(folder.resolve("dead-letters.jsonl"), "{\"payload\":\"" + "AAAA".repeat(50_000));
        try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(LARGER_THAN_A_HEAP);
        }
        try (var reader = DeadLetterReader.ofHeaders(file, LARGER_THAN_A_HEAP)) {
            var line = new Line<DeadLetterHeader>(1, 0, LARGER_THAN_A_HEAP, false, null, null);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> reader.message(line, 1_000))
                    .withMessageContaining("larger than max-message-bytes");
        }
    }
}
