// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.mqtt.LoadGenerator.Progress;
import io.github.hivemqtdengine.loadtest.mqtt.LoadGenerator.Stopped;
import io.github.hivemqtdengine.loadtest.mqtt.Share;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** Message between commander and agent. The agent answers each order with one message. */
sealed interface Message {

    /**
     * First message of an agent.
     *
     * @param version version of this suite
     */
    record Welcome(String version) implements Message {}

    /** Asks for the agent's clock. */
    record ReadClock() implements Message {}

    /**
     * Connects a share of the clients.
     *
     * @param offsetMicros what the agent's clock is ahead of the commander's
     */
    record Connect(String host, int port, String clientPrefix, LoadPlan plan, Share share, long offsetMicros)
            implements Message {}

    /** Lets the publishers begin at a time of the commander's clock. */
    record Begin(long startMicros) implements Message {}

    /** Asks for the progress, see {@link io.github.hivemqtdengine.loadtest.mqtt.LoadGenerator#progress}. */
    record Poll() implements Message {}

    /** Asks for the counts so far, for live figures. */
    record ReadCounts() implements Message {}

    /** Stops the publishers. */
    record Stop() implements Message {}

    /** Asks whether the broker answers, see {@link io.github.hivemqtdengine.loadtest.mqtt.LoadGenerator#isAnswered}. */
    record AskBroker() implements Message {}

    /** Ends the measurements and asks for them. */
    record End() implements Message {}

    /** Disconnects all clients. */
    record Disconnect() implements Message {}

    /** Answer of an order that failed. */
    record Failed(String why) implements Message {}

    record ClockRead(long epochMicros) implements Message {}

    /** Answer of an order without a result. */
    record Done() implements Message {}

    record Polled(Progress progress) implements Message {}

    /**
     * Answer with the counts so far.
     *
     * @param bytes serial form of {@link io.github.hivemqtdengine.loadtest.measure.LoadCounts}
     */
    record CountsRead(ByteBuffer bytes) implements Message {}

    record SendingStopped(Stopped stopped) implements Message {}

    record BrokerAsked(boolean answers) implements Message {}

    /**
     * Answer of the end of measurements, which follow it.
     *
     * @param cpu CPU time of the agent since its clients began to connect
     * @param memoryBytes resident memory of the agent
     */
    record Usage(Optional<Duration> cpu, OptionalLong memoryBytes) implements Message {}
}
