// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.client.parameter.ConnectionAttributeStore;
import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.packets.connect.ConnectPacket;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Stores the user name of a CONNECT packet with its connection, since the broker does not provide it later. */
public final class UserNames {

    private static final String ATTRIBUTE = "hivemq-tdengine-extension.user-name.";

    /** MQTT allows 65,535 bytes; the broker takes 10,240 for one attribute, so a long name is stored in parts. */
    private static final int MAX_PART_BYTES = 10_240;

    private UserNames() {}

    /** Returns the user name that the client connected with, or {@code null}. */
    public static @Nullable String of(ConnectionInformation connection) {
        var attributes = connection.getConnectionAttributeStore();
        var part = attributes.get(ATTRIBUTE + 0);
        if (part.isEmpty()) {
            return null;
        }
        var name = new ByteArrayOutputStream();
        for (int i = 1; part.isPresent(); i++) {
            var bytes = new byte[part.get().remaining()];
            part.get().get(bytes);
            name.writeBytes(bytes);
            part = attributes.get(ATTRIBUTE + i);
        }
        return name.toString(StandardCharsets.UTF_8);
    }

    /** Stores the user name of a CONNECT packet, if it has one. */
    public static void keep(ConnectionInformation connection, ConnectPacket packet) {
        var attributes = connection.getConnectionAttributeStore();
        packet.getUserName().ifPresent(name -> put(attributes, name));
    }

    /** Stores at least one part, since a name may be empty. */
    private static void put(ConnectionAttributeStore attributes, String name) {
        var bytes = StandardCharsets.UTF_8.encode(name);
        int part = 0;
        do {
            int length = Math.min(MAX_PART_BYTES, bytes.remaining());
            attributes.put(ATTRIBUTE + part, bytes.slice(bytes.position(), length));
            bytes.position(bytes.position() + length);
            part++;
        } while (bytes.hasRemaining());
    }
}
