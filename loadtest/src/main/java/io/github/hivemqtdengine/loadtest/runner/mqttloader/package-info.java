/** Process of the real mqttloader. */
@NullMarked
package io.github.hivemqtdengine.loadtest.runner.mqttloader;

import org.jspecify.annotations.NullMarked;
