/** Files of recorded MQTT traffic, and of payloads. */
@NullMarked
package io.github.hivemqtdengine.loadtest.traffic;

import org.jspecify.annotations.NullMarked;
