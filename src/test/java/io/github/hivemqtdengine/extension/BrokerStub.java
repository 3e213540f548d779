// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.client.parameter.ConnectionAttributeStore;
import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.packets.general.MqttVersion;
import com.hivemq.extension.sdk.api.packets.general.UserProperties;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stub of a broker interface: values for some methods, and nothing for the others. */
public final class BrokerStub {

    private BrokerStub() {}

    /**
     * Returns an object with fixed answers.
     *
     * @param answers by the names of the methods
     */
    public static <T> T of(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.getOrDefault(method.getName(), nothing(method))));
    }

    /** A connection that keeps its attributes. */
    public static ConnectionInformation connection() {
        var attributes = new HashMap<Object, ByteBuffer>();
        var store = (ConnectionAttributeStore) Proxy.newProxyInstance(
                ConnectionAttributeStore.class.getClassLoader(),
                new Class<?>[] {ConnectionAttributeStore.class},
                (self, method, arguments) -> method.getName().equals("get")
                        ? Optional.ofNullable(attributes.get(arguments[0])).map(ByteBuffer::asReadOnlyBuffer)
                        : attributes.put(arguments[0], (ByteBuffer) arguments[1]));
        return of(
                ConnectionInformation.class,
                Map.of("getConnectionAttributeStore", store, "getMqttVersion", MqttVersion.V_5));
    }

    private static @Nullable Object nothing(Method method) {
        var type = method.getReturnType();
        if (type == Optional.class) {
            return Optional.empty();
        }
        if (type == UserProperties.class) {
            return of(UserProperties.class, Map.of("isEmpty", true, "asList", List.of()));
        }
        return type == boolean.class ? (Object) false : type == long.class ? (Object) 0L : type == int.class ? 0 : null;
    }
}
