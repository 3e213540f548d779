/** A lean MQTT 5 loader: it must cost little beside the broker that it loads on the same machine. */
@NullMarked
package io.github.hivemqtdengine.loadtest.mqtt;

import org.jspecify.annotations.NullMarked;
