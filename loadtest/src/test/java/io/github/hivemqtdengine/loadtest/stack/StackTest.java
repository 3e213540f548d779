// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class StackTest {

    private static BrokerPlan plan(Mode mode) {
        return new BrokerPlan(
                mode, "", Set.of(), false, false, false, Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Test
    @Tag("full")
    void shouldStartNoBrokerAfterItsEnd() throws Exception {
        var stack = Stack.start(StackOptions.of(new DatabaseChoice.EmbeddedQuestDb()));
        stack.close();

        assertThatThrownBy(() -> stack.broker(plan(Mode.BARE)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has been ended");
        assertThat(stack.database().processes()).isEmpty();
    }

    @Test
    void shouldNotJudgeTheUsersExtensionByTheOneFoundHere() throws Exception {
        var broker = InetSocketAddress.createUnresolved("127.0.0.1", 1883);
        try (var stack = Stack.start(StackContract.own(broker, "any", new DatabaseChoice.None()))) {
            assertThat(stack.lacks(plan(Mode.EXTENSION), Set.of("not-yet"))).isEmpty();
        }
    }
}
