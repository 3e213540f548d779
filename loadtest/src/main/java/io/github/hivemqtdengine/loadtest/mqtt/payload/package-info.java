/** What messages contain: payloads that carry a stamp, and how the stamp is found again in a delivery. */
@NullMarked
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import org.jspecify.annotations.NullMarked;
