// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.metrics.MappingEvent;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SamplingTest {

    private static final Column NUMBER = new Column("number", ColumnType.parse("DOUBLE"));
    private static final Column BYTES = new Column("bytes", ColumnType.parse("VARBINARY(9)"));
    private static final Column TAG = new Column("tag", ColumnType.parse("INT"));
    private static final TableHandle TABLE =
            TableHandle.of(new TableShape("t", "ts", null, List.of(NUMBER, BYTES), List.of(TAG)));

    private static Row row(long second, @Nullable Double number, byte... bytes) {
        return new Row(TABLE.current(), "s", second * 1_000_000_000, 0, new @Nullable Object[] {number, bytes, second});
    }

    @Test
    void shouldLeaveOutWhatHasNotChanged() {
        var sampling = new Sampling(true, Duration.ZERO, Duration.ZERO, List.of());

        assertThat(sampling.objection(row(1, 1.0, (byte) 7), row(9, 1.0, (byte) 7)))
                .contains(MappingEvent.ROWS_UNCHANGED);
        assertThat(sampling.objection(row(1, 1.0), row(9, 1.1))).isEmpty();
        assertThat(sampling.objection(row(1, 1.0), row(9, null))).isEmpty();
        assertThat(sampling.objection(row(1, null), row(9, 0.0))).isEmpty();
        assertThat(sampling.objection(row(1, 1.0, (byte) 7), row(9, 1.0, (byte) 8)))
                .isEmpty();
        assertThat(sampling.isNone()).isFalse();
        assertThat(Sampling.NONE.isNone()).isTrue();
    }

    @Test
    void shouldLeaveOutNumbersWithinTheDeadBand() {
        var sampling = new Sampling(true, Duration.ZERO, Duration.ZERO, List.of(0.5, 0.0));

        assertThat(sampling.objection(row(1, 1.0), row(2, 1.4))).contains(MappingEvent.ROWS_UNCHANGED);
        assertThat(sampling.objection(row(1, 1.0), row(2, 0.6))).contains(MappingEvent.ROWS_UNCHANGED);
        assertThat(sampling.objection(row(1, 1.0), row(2, 1.5))).isEmpty();
        assertThat(new Sampling(true, Duration.ZERO, Duration.ZERO, List.of(0.1)).objection(row(1, 0.2), row(2, 0.3)))
                .isEmpty();
        assertThat(sampling.objection(row(1, 1.0), row(2, null))).isEmpty();
    }

    @Test
    void shouldLeaveOutWhatComesTooSoonUnlessItComesLate() {
        var sampling = new Sampling(false, Duration.ofSeconds(10), Duration.ZERO, List.of());

        assertThat(sampling.objection(row(100, 1.0), row(109, 2.0))).contains(MappingEvent.ROWS_TOO_SOON);
        assertThat(sampling.objection(row(100, 1.0), row(110, 2.0))).isEmpty();
        assertThat(sampling.objection(row(100, 1.0), row(99, 2.0))).isEmpty();
        assertThat(sampling.objection(row(-9_000_000_000L, 1.0), row(9_000_000_000L, 2.0)))
                .isEmpty();
        assertThat(sampling.objection(row(9_000_000_000L, 1.0), row(-9_000_000_000L, 2.0)))
                .isEmpty();
    }

    @Test
    void shouldStoreASignOfLifeThoughNothingHasChanged() {
        var sampling = new Sampling(true, Duration.ZERO, Duration.ofSeconds(60), List.of());

        assertThat(sampling.objection(row(100, 1.0), row(159, 1.0))).contains(MappingEvent.ROWS_UNCHANGED);
        assertThat(sampling.objection(row(100, 1.0), row(160, 1.0))).isEmpty();
    }
}
