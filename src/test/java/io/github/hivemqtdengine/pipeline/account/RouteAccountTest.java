// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.metrics.RouteCounters;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RouteAccountTest {

    private static final int MESSAGES = 300_000;
    private static final InboundMessage MESSAGE = message("a/x", "0");

    @RegisterExtension
    final CapturedLog log = CapturedLog.ofAllFrom(RouteAccount.class.getName());

    private final RouteAccount account = new RouteAccount("a", PipelineMetrics.NONE);

    static List<Consumer<RouteAccount>> outcomes() {
        return List.of(
                account -> account.store(1, 1),
                account -> account.deadLetter(MESSAGE, "bad"),
                account -> account.drop(DropReason.OVERFLOW));
    }

    /** A caller that waits until nothing is in flight reads the outcomes next. */
    @ParameterizedTest
    @MethodSource("outcomes")
    void shouldShowWhatBecameOfAMessageThatIsNoLongerInFlight(Consumer<RouteAccount> outcome) {
        var completing = CompletableFuture.runAsync(() -> complete(outcome));

        long missed = 0;
        while (!completing.isDone()) {
            long received = account.received();
            long inFlight = account.inFlight();
            missed += completed() + inFlight < received ? 1 : 0;
        }

        completing.join();
        assertThat(missed).isZero();
        assertThat(completed()).isEqualTo(MESSAGES);
    }

    @Test
    void shouldKeepTheCountersApart() {
        RouteCounters.ALL.forEach(counter -> account.add(counter, 1 + RouteCounters.ALL.indexOf(counter)));

        assertThat(RouteCounters.ALL)
                .allSatisfy(
                        counter -> assertThat(account.get(counter)).isEqualTo(1 + RouteCounters.ALL.indexOf(counter)));
    }

    @Test
    void shouldLogOnceWhyFieldsAreLeftOut() {
        for (int i = 0; i < 150; i++) {
            account.leaveOut("f" + i, "the table has as many as the limit of <auto-columns>, 100, allows");
        }
        account.leaveOut("ts", "its name is in use");

        assertThat(log.lines())
                .containsExactly(
                        "WARN Route \"a\": the field \"f0\" is left out, since the table has as many as the limit of"
                                + " <auto-columns>, 100, allows; others are only counted",
                        "WARN Route \"a\": the field \"ts\" is left out, since its name is in use; others are only"
                                + " counted");
        assertThat(account.get(MappingEvent.FIELDS_LEFT_OUT)).isEqualTo(151);
    }

    private void complete(Consumer<RouteAccount> outcome) {
        for (int i = 0; i < MESSAGES; i++) {
            account.receive();
            outcome.accept(account);
        }
    }

    private long completed() {
        return account.stored() + account.deadLettered() + account.dropped();
    }
}
