package io.github.hivemqtdengine.decode.sparkplug;

/**
 * Metric as a BIRTH announces it.
 *
 * @param name name; that of a template's member is {@code Template/member}
 * @param datatype number of the datatype in Sparkplug B, 0 if unknown
 */
public record MetricDefinition(String name, int datatype) {}
