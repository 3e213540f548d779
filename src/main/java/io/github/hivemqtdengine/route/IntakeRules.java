// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.message.Metadata.Fact;
import java.util.Set;

/**
 * What a route needs to know, and decides, before it takes a message.
 *
 * @param facts facts that the mapping refers to
 * @param filter filter of messages that have no rows, whatever their payload is
 * @param rateLimits limits of the rate at which messages are accepted
 */
public record IntakeRules(Set<Fact> facts, IntakeFilter filter, RateLimits rateLimits) {

    public static final IntakeRules NONE = new IntakeRules(Set.of(), IntakeFilter.NONE, RateLimits.NONE);
}
