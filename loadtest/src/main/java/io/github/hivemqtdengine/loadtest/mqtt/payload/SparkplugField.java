// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

/** Field numbers of sparkplug_b.proto. */
final class SparkplugField {

    static final int PAYLOAD_TIMESTAMP = 1;
    static final int PAYLOAD_METRICS = 2;
    static final int PAYLOAD_SEQ = 3;

    static final int NAME = 1;
    static final int ALIAS = 2;
    static final int TIMESTAMP = 3;
    static final int DATATYPE = 4;
    static final int INT_VALUE = 10;
    static final int LONG_VALUE = 11;
    static final int DOUBLE_VALUE = 13;
    static final int BOOLEAN_VALUE = 14;
    static final int STRING_VALUE = 15;

    private SparkplugField() {}
}
