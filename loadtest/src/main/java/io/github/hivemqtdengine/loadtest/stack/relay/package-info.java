/** TCP relay that delays, throttles and cuts connections. */
@NullMarked
package io.github.hivemqtdengine.loadtest.stack.relay;

import org.jspecify.annotations.NullMarked;
