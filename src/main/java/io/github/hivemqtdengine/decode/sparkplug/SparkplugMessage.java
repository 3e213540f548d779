// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.Decoder.Payload;

/**
 * Message around a Sparkplug B payload.
 *
 * @param state state of the edge node before the message
 * @param arrivalMicros time of arrival in epoch microseconds
 * @param maxBytes maximum size of a compressed payload's content in bytes
 */
public record SparkplugMessage(SparkplugTopic topic, NodeState state, long arrivalMicros, int maxBytes)
        implements Payload.Context {}
