package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that messages of a route become dead letters, and the latest reason, once per interval. */
final class DeadLetterLog {

    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterLog.class);

    private final OncePerInterval interval = new OncePerInterval(Duration.ofSeconds(10));

    /** A message is not stored; may be called by any thread. */
    void kept(RouteAccount account, InboundMessage message, String detail) {
        if (interval.isDue()) {
            LOG.warn(
                    "Route {}: a message of topic {} can't be stored: {}; {} dead letters so far",
                    account.routeId(),
                    message.topic(),
                    detail,
                    account.deadLettered());
        }
    }
}
