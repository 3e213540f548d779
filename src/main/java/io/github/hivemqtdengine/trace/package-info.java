/** Trace of one client or topic, on request: what becomes of each of its messages, in a file. */
@NullMarked
package io.github.hivemqtdengine.trace;

import org.jspecify.annotations.NullMarked;
