// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import org.junit.jupiter.params.Parameter;

/**
 * A test that publishes to a real broker with the packaged extension in it and looks into a real database; it runs once
 * per {@link DatabaseKind}:
 *
 * <pre>{@code
 * class GreetingIT extends BrokerTest {
 *     @Test
 *     void shouldStoreAGreeting() throws Exception {
 *         startBroker(ROUTES);
 *         mqtt5("alice").publishWith().topic("greetings").payload(HELLO).send();
 *
 *         database.awaitCount("greetings", 1);
 *     }
 * }
 * }</pre>
 */
@EachDatabase
public abstract class BrokerTest extends BrokerFixture {

    @Parameter
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    protected DatabaseKind kind;

    @Override
    protected final TimeSeriesDatabase freshDatabase() {
        return kind.fresh();
    }
}
