package io.github.hivemqtdengine.spool.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnwrittenWatermarkTest extends OpenLaneLogs {

    /** There is one reason for each batch. */
    @Test
    void shouldBeLoggedOncePerInterval() throws Exception {
        var log = open(MUCH);
        append(log, 1, 100);
        log.close(); // with the watermark's file

        for (int number = 1; number <= 100; number++) {
            log.settle(number, MARK);
        }

        assertThat(lines.lines())
                .filteredOn(line -> line.contains("Committed position cannot be written"))
                .hasSize(1);
    }
}
