package io.github.hivemqtdengine.loadtest.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import io.github.hivemqtdengine.loadtest.stack.database.Exposure;
import java.net.URI;
import org.junit.jupiter.api.Test;

class QuestDbStackTest extends StackContract {

    @Override
    DatabaseChoice database() {
        return new DatabaseChoice.EmbeddedQuestDb();
    }

    /** Database and broker have no password, or a known one. */
    @Test
    void shouldAnswerAtTheLoopbackAddressOnly() throws Exception {
        var database = URI.create(stack().database().jdbcUrl().substring("jdbc:".length()));
        assertThat(Exposure.addresses(database.getPort())).isEmpty();
        var broker = anyBroker();
        assertThat(Exposure.addresses(broker.address().getPort())).isEmpty();
    }
}
