// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** Rows of a driver whose thread cannot be stopped at the wrong moment by a test. */
class RowStreamTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final SQLException late = new SQLException("Fetch block data timeout", "", 0x231E);

    @Test
    void shouldAskAgainForABlockThatIsLate() throws Exception {
        var result = result(true, late, true, late, late, false);

        assertThat(RowStream.next(result, PATIENCE)).isTrue();
        assertThat(RowStream.next(result, PATIENCE)).isTrue();
        assertThat(RowStream.next(result, PATIENCE)).isFalse();
    }

    @Test
    void shouldGiveUpWhenThePatienceIsOver() {
        var result = result(late, true);

        assertThatThrownBy(() -> RowStream.next(result, Duration.ofNanos(-1))).isSameAs(late);
    }

    @Test
    void shouldNotHideOtherFailures() {
        var lost = new SQLException("connection closed", "", 0x2301);

        assertThatThrownBy(() -> RowStream.next(result(lost, true), PATIENCE)).isSameAs(lost);
    }

    private static ResultSet result(Object... answers) {
        Deque<Object> left = new ArrayDeque<>(Arrays.asList(answers));
        return (ResultSet) Proxy.newProxyInstance(
                RowStreamTest.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (proxy, method, arguments) -> {
                    var answer = left.remove();
                    if (answer instanceof SQLException failure) {
                        throw failure;
                    }
                    return answer;
                });
    }
}
