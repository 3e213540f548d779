// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.Value;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.RateLimits;
import io.github.hivemqtdengine.route.RateLimits.Rate;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code <rate-limit>}. */
final class RateLimitReader {

    private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);

    private static final String DROP_OLDEST =
            "needs overflow=\"drop-newest\": dropping the oldest messages, as <overflow>drop-oldest</overflow> does,"
                    + " lowers no rate";

    private static final String NOT_HELD = "has a meaning only where acknowledgements wait: with durability fsync,"
            + " acknowledge on-commit or <overflow>withhold-ack</overflow>";

    private final IntakeSettings intake;
    private final Duration ackTimeLimit;

    /** @param ackTimeLimit the longest time that an acknowledgement waits */
    RateLimitReader(IntakeSettings intake, Duration ackTimeLimit) {
        this.intake = intake;
        this.ackTimeLimit = ackTimeLimit;
    }

    /** @param sources the sources of the route's messages */
    RateLimits read(Section limit, Set<MessageSource> sources) {
        var perSecond = limit.value(Routes.PER_SECOND);
        var clientPerSecond = limit.value(Routes.CLIENT_PER_SECOND);
        if (limit.isPresent() && !perSecond.isPresent() && !clientPerSecond.isPresent()) {
            limit.reject("needs per-second, client-per-second, or both");
        }
        var limits = new RateLimits(
                rate(perSecond, limit.value(Routes.BURST)),
                rate(clientPerSecond, limit.value(Routes.CLIENT_BURST)),
                overflow(limit, sources) == Overflow.WITHHOLD_ACK ? ackTimeLimit.dividedBy(2) : Duration.ZERO);
        return limits.isNone() ? RateLimits.NONE : limits;
    }

    private static @Nullable Rate rate(Value<BigDecimal> perSecond, Value<Integer> burst) {
        if (!perSecond.isPresent()) {
            return null;
        }
        var most = burst.read();
        return perSecond
                .read()
                .map(rate -> new Rate(
                        Duration.ofNanos(NANOS_PER_SECOND
                                .divide(rate, 0, RoundingMode.HALF_UP)
                                .longValueExact()),
                        most.orElse(rate.setScale(0, RoundingMode.CEILING).intValueExact())))
                .orElse(null);
    }

    /** Returns the action on a message above a limit: by default the same as if the spool were full. */
    private Overflow overflow(Section limit, Set<MessageSource> sources) {
        var overflow = limit.value(Routes.RATE_OVERFLOW);
        if (!overflow.isPresent()) {
            if (limit.isPresent() && intake.overflow() == Overflow.DROP_OLDEST) {
                limit.reject(DROP_OLDEST);
            }
            return intake.overflow();
        }
        var action = overflow.read().orElse(Overflow.DROP_NEWEST);
        if (action == Overflow.WITHHOLD_ACK && intake.ackStage().isEmpty()) {
            overflow.reject(NOT_HELD);
        } else if (action == Overflow.WITHHOLD_ACK && !sources.contains(MessageSource.PUBLISHES)) {
            overflow.reject("has a meaning with the source publishes only, whose messages are acknowledged");
        }
        return action;
    }
}
