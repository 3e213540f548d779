package io.github.hivemqtdengine.pipeline.account;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.time.OncePerInterval;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log of a route's dead letters: one line per interval, with the latest reason. */
final class DeadLetterLog {

    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterLog.class);

    private final OncePerInterval interval = new OncePerInterval(Duration.ofSeconds(10));

    /** Logs that a message became a dead letter, if a line is due; may be called by any thread. */
    void kept(String routeId, long deadLettered, InboundMessage message, String detail) {
        if (interval.isDue()) {
            LOG.warn(
                    "Route {}: a message of topic {} can't be stored: {}; {} dead letters so far",
                    routeId,
                    message.topic(),
                    detail,
                    deadLettered);
        }
    }
}
