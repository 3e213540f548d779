// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import com.codahale.metrics.DefaultSettableGauge;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.SettableGauge;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;

/**
 * Gauge {@link DropwizardMetrics#CAPTURE_ACTIVE}: 1 while messages are captured, otherwise 0. It stays in the registry
 * after a failed start and after a stop, so that an alarm can see it. The gauge is an instance of a broker's class,
 * since the registry must not keep the extension's class loader.
 */
final class CaptureGauge {

    private final SettableGauge<Long> gauge;

    CaptureGauge(MetricRegistry registry) {
        registry.remove(DropwizardMetrics.CAPTURE_ACTIVE);
        this.gauge = registry.register(DropwizardMetrics.CAPTURE_ACTIVE, new DefaultSettableGauge<>(0L));
    }

    void set(boolean isActive) {
        gauge.setValue(isActive ? 1L : 0L);
    }
}
