/**
 * Which routes a topic matches, and how a message becomes rows. Pure, like {@code decode}.
 */
@NullMarked
package io.github.hivemqtdengine.route;

import org.jspecify.annotations.NullMarked;
