package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.message.Metadata.Fact;
import java.util.EnumSet;
import java.util.List;
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

    /** Returns the facts that some of the routes refer to. Allocates nothing if at most one route does. */
    public static Set<Fact> factsOf(List<Route> routes) {
        var facts = Set.<Fact>of();
        for (int i = 0; i < routes.size(); i++) {
            var more = routes.get(i).intake().facts();
            if (facts.isEmpty()) {
                facts = more;
            } else if (!more.isEmpty()) {
                facts = EnumSet.copyOf(facts);
                facts.addAll(more);
            }
        }
        return facts;
    }

    /** Returns whether one of the routes has a filter. */
    public static boolean anyFilter(List<Route> routes) {
        for (int i = 0; i < routes.size(); i++) {
            if (!routes.get(i).intake().filter().isNone()) {
                return true;
            }
        }
        return false;
    }
}
