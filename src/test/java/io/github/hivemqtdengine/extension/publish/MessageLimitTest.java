// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.packets.general.UserProperties;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.extension.BrokerStub;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessageLimitTest {

    private static final int PER_PROPERTY = 120;

    private final MessageLimit limit = new MessageLimit(1_000);
    /** Number of property reads. */
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void shouldCountWhateverAClientCanMakeLong() {
        assertThat(limit.isExceededBy(packet(1_000, null, null), Metadata.NONE)).isFalse();
        assertThat(limit.isExceededBy(packet(1_001, null, null), Metadata.NONE)).isTrue();
        assertThat(limit.isExceededBy(packet(990, "12345", "12345"), Metadata.NONE))
                .isFalse();
        assertThat(limit.isExceededBy(packet(990, "12345", "123456"), Metadata.NONE))
                .isTrue();
        assertThat(limit.isExceededBy(packet(996, "温度", null), Metadata.NONE)).isTrue();
        assertThat(limit.isExceededBy(packet(1_000 - PER_PROPERTY - 2, null, null, "ab"), Metadata.NONE))
                .isFalse();
        assertThat(limit.isExceededBy(packet(1_000 - PER_PROPERTY - 2, null, null, "abc"), Metadata.NONE))
                .isTrue();
    }

    @Test
    void shouldCountCorrelationDataThatIsKept() {
        var kept = new Metadata(new byte[10], null, null, null, null, null, null, null);

        assertThat(limit.isExceededBy(packet(990, null, null), kept)).isFalse();
        assertThat(limit.isExceededBy(packet(991, null, null), kept)).isTrue();
    }

    /** Empty ones take memory as well. */
    @Test
    void shouldCountManyEmptyProperties() {
        var eight = Stream.generate(() -> "").limit(8).toArray(String[]::new);
        var nine = Stream.generate(() -> "").limit(9).toArray(String[]::new);

        assertThat(limit.isExceededBy(packet(0, null, null, eight), Metadata.NONE))
                .isFalse();
        assertThat(limit.isExceededBy(packet(0, null, null, nine), Metadata.NONE))
                .isTrue();
    }

    @Test
    void shouldReferToThePayloadInsteadOfCopyingIt() {
        var payload = ByteBuffer.allocate(5_000).asReadOnlyBuffer();
        var packet = packet(payload, Map.of());

        var rejected = limit.reject(packet, "c", null, 7);

        assertThat(rejected.reason()).isEqualTo(DeadLetterReason.TOO_LARGE);
        assertThat(rejected.payload()).isSameAs(payload);
        assertThat(rejected.message().payload()).isEmpty();
        assertThat(rejected.message().arrivalMicros()).isEqualTo(7);
        assertThat(rejected.detail()).contains("1000 bytes", "5000 bytes").doesNotContain("only");
    }

    /** A packet may have millions of them. */
    @Test
    void shouldKeepAsManyPropertiesAsTheLimitHasRoomForAndReadNoMore() {
        var names = IntStream.range(0, 1_000).mapToObj(Integer::toString).toArray(String[]::new);

        var rejected = limit.reject(packet(0, null, null, names), "c", null, 7);

        assertThat(rejected.message().properties().userProperties())
                .extracting(UserProperty::name)
                .containsExactly("0", "1", "2", "3", "4", "5", "6", "7");
        assertThat(rejected.detail()).contains("1000 user properties, of which only the first 8 are kept here");
        assertThat(asked).hasValueLessThan(20);
    }

    private PublishPacket packet(
            int payload, @Nullable String contentType, @Nullable String responseTopic, String... properties) {
        var answers = new HashMap<String, Object>();
        answers.put("getContentType", Optional.ofNullable(contentType));
        answers.put("getResponseTopic", Optional.ofNullable(responseTopic));
        answers.put("getUserProperties", userProperties(properties));
        return packet(ByteBuffer.allocate(payload).asReadOnlyBuffer(), answers);
    }

    private static PublishPacket packet(ByteBuffer payload, Map<String, Object> more) {
        var answers = new HashMap<String, Object>(
                Map.of("getTopic", "t", "getQos", Qos.AT_LEAST_ONCE, "getPayload", Optional.of(payload)));
        answers.putAll(more);
        return BrokerStub.of(PublishPacket.class, answers);
    }

    private UserProperties userProperties(String... names) {
        var all = Stream.of(names).map(this::property).toList();
        return BrokerStub.of(UserProperties.class, Map.of("isEmpty", names.length == 0, "asList", List.copyOf(all)));
    }

    private com.hivemq.extension.sdk.api.packets.general.UserProperty property(String name) {
        return new com.hivemq.extension.sdk.api.packets.general.UserProperty() {
            @Override
            public String getName() {
                return name;
            }

            @Override
            public String getValue() {
                asked.incrementAndGet();
                return "";
            }
        };
    }
}
