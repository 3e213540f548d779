// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.sparkplug.Birth;
import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.decode.sparkplug.NodeState;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * State of the edge node of one message of Sparkplug, as the user of a command gives it.
 *
 * @param births BIRTHs of the node, and of the device of the message; those of the node have a bdSeq
 */
record GivenBirths(List<Birth> births) implements EdgeNodes {

    static final GivenBirths NONE = new GivenBirths(List.of());

    /**
     * Returns these BIRTHs and one more.
     *
     * @throws DecodeException if the payload is not that of a BIRTH
     */
    GivenBirths and(byte[] payload) throws DecodeException {
        var birth = Stream.of(Birth.parse(payload));
        return new GivenBirths(Stream.concat(births.stream(), birth).toList());
    }

    @Override
    public void learn(SparkplugTopic topic, String clientId, long arrivalMicros, byte[] payload) {
        // a command explains one message
    }

    @Override
    public NodeState before(SparkplugTopic topic, String clientId, long arrivalMicros) {
        return births.isEmpty() ? NodeState.UNKNOWN : new Given(births, topic.device());
    }

    /** @param messageDevice the device of the message, or {@code null} if it is of the node itself */
    private record Given(List<Birth> births, @Nullable String messageDevice) implements NodeState {

        @Override
        public @Nullable Birth birth(@Nullable String device) {
            return births.stream()
                    .filter(birth -> messageDevice == null || (birth.bdSeq() >= 0) == (device == null))
                    .filter(birth -> device == null || device.equals(messageDevice))
                    .reduce((earlier, later) -> later)
                    .orElse(null);
        }

        @Override
        public List<String> bornDevices() {
            return messageDevice == null ? List.of() : List.of(messageDevice);
        }

        @Override
        public boolean endsSession(long bdSeq) {
            var node = birth(null);
            return node == null || node.bdSeq() == bdSeq;
        }
    }
}
