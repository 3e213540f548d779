// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/** Payload format with compression of the whole payload. A subscriber decompresses only the stamp. */
final class CompressedFormat implements PayloadFormat {

    private final PayloadFormat plain;
    private final Codec codec;

    CompressedFormat(PayloadFormat plain, Compression compression) {
        this.plain = plain;
        this.codec = Codec.of(compression);
    }

    @Override
    public PayloadSource source(int publisher) {
        var source = plain.source(publisher);
        return (message, sentMicros) -> codec.compress(source.payload(message, sentMicros));
    }

    @Override
    public StampReader stamps() {
        var reader = plain.stamps();
        return (payload, stamp) -> {
            try {
                reader.read(ByteBuffer.wrap(codec.expand(payload, Prefix.BYTES)), stamp);
            } catch (IOException e) {
                stamp.clear(); // not a message of this load
            }
        };
    }

    @Override
    public int records() {
        return plain.records();
    }

    @Override
    public boolean isNumbered() {
        return plain.isNumbered();
    }

    @Override
    public OptionalLong stepMicros(String member) {
        return plain.stepMicros(member);
    }
}
