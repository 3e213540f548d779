// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;

/** Datatypes of an edge node's metrics, which take turns, and their values. */
public enum MetricType {
    DOUBLE(10) {
        @Override
        Object value(long number) {
            return number / 8.0;
        }

        @Override
        void write(CodedOutputStream metric, Object value) throws IOException {
            metric.writeDouble(SparkplugField.DOUBLE_VALUE, (Double) value);
        }
    },
    /** Negative, so that the value is wrong without the datatype of the NBIRTH. */
    INT32(3) {
        @Override
        Object value(long number) {
            return (long) (int) -number;
        }

        @Override
        void write(CodedOutputStream metric, Object value) throws IOException {
            metric.writeUInt32(SparkplugField.INT_VALUE, ((Long) value).intValue());
        }
    },
    INT64(4) {
        @Override
        Object value(long number) {
            return number << Integer.SIZE;
        }

        @Override
        void write(CodedOutputStream metric, Object value) throws IOException {
            metric.writeUInt64(SparkplugField.LONG_VALUE, (Long) value);
        }
    },
    BOOLEAN(11) {
        @Override
        Object value(long number) {
            return Long.bitCount(number) % 2 == 0;
        }

        @Override
        void write(CodedOutputStream metric, Object value) throws IOException {
            metric.writeBool(SparkplugField.BOOLEAN_VALUE, (Boolean) value);
        }
    },
    STRING(12) {
        @Override
        Object value(long number) {
            return "state " + number;
        }

        @Override
        void write(CodedOutputStream metric, Object value) throws IOException {
            metric.writeString(SparkplugField.STRING_VALUE, (String) value);
        }
    };

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

    /** Returns the datatype's number in Sparkplug. */
    int code() {
        return code;
    }

    abstract Object value(long number);

    abstract void write(CodedOutputStream metric, Object value) throws IOException;
}
