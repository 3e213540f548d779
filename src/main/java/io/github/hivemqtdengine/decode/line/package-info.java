/** Payloads in InfluxDB's line protocol. */
@NullMarked
package io.github.hivemqtdengine.decode.line;

import org.jspecify.annotations.NullMarked;
