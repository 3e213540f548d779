/** MQTT connections, and the event loops and timers that serve them. */
@NullMarked
package io.github.hivemqtdengine.loadtest.mqtt.link;

import org.jspecify.annotations.NullMarked;
