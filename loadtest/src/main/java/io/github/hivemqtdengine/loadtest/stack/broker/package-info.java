/** Embedded HiveMQ in a JVM of its own, with the channel that controls it. */
@NullMarked
package io.github.hivemqtdengine.loadtest.stack.broker;

import org.jspecify.annotations.NullMarked;
