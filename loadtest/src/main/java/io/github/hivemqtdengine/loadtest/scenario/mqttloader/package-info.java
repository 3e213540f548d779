/** Arguments and configuration files of mqttloader, in both directions. */
@NullMarked
package io.github.hivemqtdengine.loadtest.scenario.mqttloader;

import org.jspecify.annotations.NullMarked;
