// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Reconciled;
import org.junit.jupiter.api.Test;

class CallRowsTest {

    private final CallRows rows = new CallRows();

    @Test
    void shouldMissTheAnswerThatIsNotStored() {
        rows.row(0, 0);
        rows.row(0, 1);
        rows.row(1, 0);
        rows.row(1, 0);

        var all = rows.with(Reconciled.ofTotal(10, 10), 4);

        assertThat(all.total().expected()).isEqualTo(14);
        assertThat(all.total().stored()).isEqualTo(13);
        assertThat(all.total().missing()).isEqualTo(1);
        assertThat(all.total().duplicated()).isEqualTo(1);
        assertThat(all.sentences()).containsExactly("1 of 4 rows of calls and answers missing");
    }

    @Test
    void shouldMissNothingWhereAllIsThere() {
        rows.row(0, 0);
        rows.row(0, 1);

        var all = rows.with(Reconciled.ofTotal(10, 10), 2);

        assertThat(all.total().missing()).isZero();
        assertThat(all.sentences()).isEmpty();
    }
}
