/** Many mostly idle clients. */
@NullMarked
package io.github.hivemqtdengine.loadtest.mqtt.crowd;

import org.jspecify.annotations.NullMarked;
