package io.github.hivemqtdengine.extension;

import com.codahale.metrics.DefaultSettableGauge;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.SettableGauge;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;

/**
 * Gauge {@value DropwizardMetrics#CAPTURE_ACTIVE}: 1 while messages are captured, otherwise 0. It stays in the registry
 * after a failed start and after a stop, so that an alarm has something to see. Its class is the broker's: the registry
 * must not keep the extension's class loader.
 */
final class CaptureGauge {

    private final SettableGauge<Long> gauge;

    /** Registers the gauge with the value 0. */
    CaptureGauge(MetricRegistry registry) {
        registry.remove(DropwizardMetrics.CAPTURE_ACTIVE);
        this.gauge = registry.register(DropwizardMetrics.CAPTURE_ACTIVE, new DefaultSettableGauge<>(0L));
    }

    void set(boolean isActive) {
        gauge.setValue(isActive ? 1L : 0L);
    }
}
