/** Decoders of payload bytes to named fields: functions without I/O, logger, clock or threads. */
@NullMarked
package io.github.hivemqtdengine.decode;

import org.jspecify.annotations.NullMarked;
