/** MQTT topic filters and named topic levels. */
@NullMarked
package io.github.hivemqtdengine.route.topic;

import org.jspecify.annotations.NullMarked;
