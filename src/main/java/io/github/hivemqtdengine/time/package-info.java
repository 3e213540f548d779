/** Clocks, stop signals, and what happens once per interval. */
@NullMarked
package io.github.hivemqtdengine.time;

import org.jspecify.annotations.NullMarked;
