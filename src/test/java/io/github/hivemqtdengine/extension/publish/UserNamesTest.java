// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.client.parameter.ConnectionAttributeStore;
import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.packets.connect.ConnectPacket;
import com.hivemq.extension.sdk.api.services.exception.LimitExceededException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserNamesTest {

    private final Map<Object, ByteBuffer> attributes = new HashMap<>();
    private final ConnectionInformation connection = proxy(
            ConnectionInformation.class, (method, arguments) -> proxy(ConnectionAttributeStore.class, this::attribute));

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3_413, 3_414, 6_826, 6_827, 21_845})
    void shouldKeepUserNamesOfEveryLength(int length) {
        var name = "電".repeat(length);

        connect(name);

        assertThat(UserNames.of(connection)).isEqualTo(name);
        assertThat(UserNames.of(connection)).as("asked again").isEqualTo(name);
    }

    @Test
    void shouldHaveNoneForAClientWithoutOne() {
        connect(null);

        assertThat(UserNames.of(connection)).isNull();
    }

    private void connect(@Nullable String userName) {
        var packet = proxy(ConnectPacket.class, (method, arguments) -> Optional.ofNullable(userName));
        UserNames.keep(connection, packet);
    }

    /** Attribute store as the broker has it, including the limit of 10,240 bytes per value. */
    private Object attribute(String method, Object[] arguments) {
        if (method.equals("get")) {
            return Optional.ofNullable(attributes.get(arguments[0])).map(ByteBuffer::asReadOnlyBuffer);
        }
        var value = (ByteBuffer) arguments[1];
        if (value.remaining() > 10_240) {
            throw new LimitExceededException("value is too long");
        }
        attributes.put(arguments[0], value);
        return value;
    }

    private static <T> T proxy(Class<T> type, BiFunction<String, Object[], Object> answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answer.apply(method.getName(), arguments)));
    }
}
