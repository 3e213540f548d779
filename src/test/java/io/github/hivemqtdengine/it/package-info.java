/** Tests of the whole: MQTT clients, a real broker with the packaged extension, a real database, SQL at the far end. */
@NullMarked
package io.github.hivemqtdengine.it;

import org.jspecify.annotations.NullMarked;
