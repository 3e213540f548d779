/**
 * Payload bytes to named fields: pure functions without I/O, logger, clock or thread.
 */
@NullMarked
package io.github.hivemqtdengine.decode;

import org.jspecify.annotations.NullMarked;
