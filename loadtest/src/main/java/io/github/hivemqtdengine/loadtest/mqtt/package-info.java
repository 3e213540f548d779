/** Lean load generator for MQTT 3.1.1 and 5, with little overhead beside a broker on the same machine. */
@NullMarked
package io.github.hivemqtdengine.loadtest.mqtt;

import org.jspecify.annotations.NullMarked;
