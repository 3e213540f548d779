// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import org.eclipse.tahu.protobuf.SparkplugBProto.Payload.Metric;

/** Datatypes of an edge node's metrics, which take turns, and their values. */
public enum MetricType {
    DOUBLE(10),
    /** Negative, so that the value is wrong without the datatype of the NBIRTH. */
    INT32(3),
    INT64(4),
    BOOLEAN(11),
    STRING(12);

    private static final MetricType[] ALL = values();
    private static final int MESSAGES = 1_009;
    private static final int METRICS = 31;

    private final int code;

    MetricType(int code) {
        this.code = code;
    }

    static MetricType of(int metric) {
        return ALL[metric % ALL.length];
    }

    /** Returns the value of a metric in a message, as a Double, Long, Boolean or String. */
    public static Object value(int publisher, int message, int metric) {
        return of(metric).value((long) message * MESSAGES + (long) metric * METRICS + publisher + 1);
    }

    private Object value(long number) {
        return switch (this) {
            case DOUBLE -> number / 8.0;
            case INT32 -> (long) (int) -number;
            case INT64 -> number << Integer.SIZE;
            case BOOLEAN -> Long.bitCount(number) % 2 == 0;
            case STRING -> "state " + number;
        };
    }

    /** Returns a metric with this datatype and a value, without a name. */
    Metric.Builder metric(Object value) {
        var metric = Metric.newBuilder().setDatatype(code);
        return switch (this) {
            case DOUBLE -> metric.setDoubleValue((Double) value);
            case INT32 -> metric.setIntValue(((Long) value).intValue());
            case INT64 -> metric.setLongValue((Long) value);
            case BOOLEAN -> metric.setBooleanValue((Boolean) value);
            case STRING -> metric.setStringValue((String) value);
        };
    }
}
