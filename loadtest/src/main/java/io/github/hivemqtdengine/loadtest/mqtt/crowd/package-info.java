/** Many mostly idle clients, spread over several processes. */
@NullMarked
package io.github.hivemqtdengine.loadtest.mqtt.crowd;

import org.jspecify.annotations.NullMarked;
