package io.github.hivemqtdengine.route;

import java.util.List;
import java.util.Optional;

/** All routes, compiled into one topic tree. Immutable; may be called by many threads. */
public interface RouteTable {

    /**
     * The routes that want messages of this topic, in the order of the configuration; the look-up allocates nothing when
     * there is none.
     */
    List<Route> match(String topic);

    /** The route of this id, if the configuration still has one. */
    Optional<Route> route(String id);

    /** All routes in the order of the configuration. */
    List<Route> routes();
}
