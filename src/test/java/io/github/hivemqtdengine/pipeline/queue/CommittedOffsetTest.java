// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommittedOffsetTest {

    private static final long NOW = 1_700_000_000_000_000L;
    private static final long YEARS_AHEAD = NOW + 300_000_000_000_000L;

    private final RouteAccount account = new RouteAccount("a", PipelineMetrics.NONE);
    private final List<HighWaterMark> marks = new ArrayList<>();
    private final MessageLog log = (MessageLog) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {MessageLog.class}, (proxy, method, arguments) -> {
                marks.add((HighWaterMark) arguments[1]);
                return null;
            });
    private final CommittedOffset offset =
            new CommittedOffset(log, () -> new HighWaterMark(Long.MIN_VALUE, 7), () -> NOW);

    /** Their lane may get no other message, and the next start would begin with a warning again. */
    @Test
    void shouldNotNoteStampsThatAreFarAheadOfTheClock() {
        offset.commit(List.of(completed(1, NOW), completed(2, YEARS_AHEAD)), true);
        offset.commit(List.of(completed(3, YEARS_AHEAD)), true);

        assertThat(marks).containsExactly(new HighWaterMark(NOW, 7), new HighWaterMark(NOW, 7));
    }

    private QueuedMessage completed(long number, long arrival) {
        var message = new QueuedMessage(account, message("a/x", "1", arrival), null, null, number);
        message.complete();
        return message;
    }
}
