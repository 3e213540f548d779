// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A payload that was being written when the process died, by a client that knows the format. */
class TornTailTest extends OpenLaneLogs {

    private static final int MAGIC = 0xC5A5_7D1E;

    /** Each header claims half of the bytes, which would take the square of them to check. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldBeSearchedInLinearTime(int mebibytes) throws Exception {
        int bytes = mebibytes << 20;
        var segment = torn(bytes);

        try (var reader = SegmentReader.open(segment, (from, to) -> {})) {
            long end = Files.size(segment);
            assertThat(reader.next(end)).isTrue();
            assertThat(reader.next(end)).isFalse();

            assertThat(reader.number()).isEqualTo(1);
            assertThat(reader.work()).isLessThan(2L * bytes);
        }
    }

    @Test
    void shouldLeaveTheMessageBeforeIt() throws Exception {
        torn(1 << 20);
        var visited = new ArrayList<Long>();

        reopen(visited);

        assertThat(visited).containsExactly(1L);
    }

    private Path torn(int bytes) throws IOException {
        try (var log = open(MUCH)) {
            append(log, 1, 1);
        }
        var segment = segments().get(0);
        var tail = ByteBuffer.allocate(bytes);
        while (tail.hasRemaining()) {
            tail.putInt(MAGIC).putInt(bytes / 2);
        }
        Files.write(segment, tail.array(), StandardOpenOption.APPEND);
        return segment;
    }
}
