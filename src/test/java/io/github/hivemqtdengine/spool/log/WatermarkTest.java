// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class WatermarkTest extends OpenLaneLogs {

    @Test
    void shouldStayWhereItWasWhenItCanNotBeWritten() throws Exception {
        var watermark = Watermark.open(folder.resolve("watermark"));
        watermark.advance(5, HighWaterMark.NONE);
        watermark.close();

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> watermark.advance(6, HighWaterMark.NONE));

        assertThat(watermark.number()).isEqualTo(5);
    }

    /** Checks that a failure of each batch does not write a log line for each batch. */
    @Test
    void shouldBeLoggedOncePerIntervalIfItCanNotBeWritten() throws Exception {
        var log = open(MUCH);
        append(log, 1, 100);
        log.close(); // with the watermark's file

        for (int number = 1; number <= 100; number++) {
            log.commit(number, MARK);
        }

        assertThat(lines.lines())
                .filteredOn(line -> line.contains("Committed position cannot be written"))
                .hasSize(1);
    }
}
