/** Recording of traffic, and its replay. */
@NullMarked
package io.github.hivemqtdengine.loadtest.mqtt.replay;

import org.jspecify.annotations.NullMarked;
