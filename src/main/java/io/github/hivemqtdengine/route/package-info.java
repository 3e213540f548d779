/** Matching of topics to routes and mapping of messages to rows. Free of side effects, like {@code decode}. */
@NullMarked
package io.github.hivemqtdengine.route;

import org.jspecify.annotations.NullMarked;
