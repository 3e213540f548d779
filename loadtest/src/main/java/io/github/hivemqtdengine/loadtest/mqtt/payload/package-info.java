/** Payload formats of the load: encoders of messages with a stamp, and readers of the stamp in deliveries. */
@NullMarked
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import org.jspecify.annotations.NullMarked;
