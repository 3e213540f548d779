// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.delivery.TimestampAllocator;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import java.util.ArrayList;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Rows whose times a client chooses, by a route that rejects equal times. */
class RejectedKeysTest {

    private static final int ROWS = 50_000;

    private final TestRoute route = TestRoute.payloadTimeRoute("a", EqualTimestamps.REJECT, 0);
    private final TimestampAllocator keys = new TimestampAllocator(Set::of);

    /** All times have the hash code 7; a set of lists took minutes for them. */
    @Test
    void shouldTellTimesOfOneHashCodeApart() throws Exception {
        var rows = LongStream.range(0, ROWS)
                .mapToObj(i -> row(i << Integer.SIZE | (i ^ 7)))
                .toList();
        assertThat(rows).allMatch(row -> Long.hashCode(row.timestamp()) == 7);

        assertThat(keys.keys(route, message("a/x", "v"), rows, Precision.NANOSECONDS))
                .isEqualTo(rows);
    }

    @Test
    void shouldRejectTwoRowsOfOneTimeInOneMessage() {
        var rows = new ArrayList<Row>();
        LongStream.range(0, 100).forEach(i -> rows.add(row(i)));
        rows.add(row(50));

        assertThatThrownBy(() -> keys.keys(route, message("a/x", "v"), rows, Precision.NANOSECONDS))
                .isInstanceOf(MappingException.class);
    }

    private Row row(long timestamp) {
        return new Row(route.tables().get(0).current(), "a/x", timestamp, 0, new Object[] {"v"});
    }
}
