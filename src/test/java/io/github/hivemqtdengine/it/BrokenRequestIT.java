// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;

import io.github.hivemqtdengine.testkit.TcpRelay;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The link to the database breaks in the middle of a request. */
@Tag("full")
class BrokenRequestIT extends FaultTest {

    /** In the handshake, in the login, in the first statements and in one of those that follow. */
    private static final int[] OFFSETS = {1, 150, 400, 700, 2_000, 10_000};

    @AutoClose
    private TcpRelay link;

    @BeforeEach
    void openLink() {
        link = new TcpRelay(database.jdbcUrl());
    }

    @Test
    void shouldStoreEachMessageOnceWhenRequestsBreakOff() throws Exception {
        breakAgainAndAgain(link::breakNextAfterRequest);

        assertEachStoredOnceInOrder();
    }

    @Test
    void shouldStoreEachMessageOnceWhenAnswersBreakOff() throws Exception {
        breakAgainAndAgain(link::breakNextAfter);

        assertEachStoredOnceInOrder();
    }

    private void breakAgainAndAgain(IntConsumer breakNextAfter) throws Exception {
        startBroker(configuration -> configuration.replace(database.jdbcUrl(), link.jdbcUrl()));
        startLoad();

        for (int round = 0; round < ROUNDS; round++) {
            for (int offset : OFFSETS) {
                int breaks = link.breaks();
                link.cut();
                breakNextAfter.accept(offset + round);
                link.mend();
                await("a link that breaks after " + offset).until(() -> link.breaks() > breaks);
            }
        }
    }
}
