// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.RegistryFrame;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.FieldNode;
import io.github.hivemqtdengine.decode.document.ListDocument;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.decode.document.ValueDocument;
import io.github.hivemqtdengine.decode.protobuf.ProtobufDescriptors.ProtobufSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Protobuf messages of one type. Field names are those of the .proto file; unknown fields are ignored.
 *
 * @param schema type of the messages
 */
public record ProtobufFormat(ProtobufSchema schema, Framing framing) implements DocumentFormat {

    /** Framings of messages in a payload. */
    public enum Framing {
        /** One message per payload. */
        MESSAGE,
        /** List of messages, each after its length as a varint. */
        DELIMITED,
        /** One message after the frame of a schema registry, which is skipped. */
        REGISTRY
    }

    @Override
    public Document open(Payload payload) throws DecodeException {
        return projected(FieldNode.WHOLE).open(payload);
    }

    @Override
    public DocumentFormat projected(FieldNode wanted) {
        var type = ProtobufTypes.projected(schema.message(), isList() ? wanted.parts(null) : List.of(wanted));
        return payload -> open(payload.bytes(), type);
    }

    private Document open(byte[] payload, ProtobufType type) throws DecodeException {
        return switch (framing) {
            case MESSAGE -> message(payload, 0, type);
            case DELIMITED -> new ProtobufList(payload, type);
            case REGISTRY -> {
                int start = RegistryFrame.of(payload).length();
                yield message(payload, new MessageIndexes(payload, start).end(), type);
            }
        };
    }

    /** Returns the message that fills a payload from some byte on. */
    static Document message(byte[] payload, int from, ProtobufType type) throws DecodeException {
        var message = new ProtobufCheck(payload, from).checked(type.declared(), payload.length - from, 1);
        return new ValueDocument(type.value(message), from);
    }

    @Override
    public boolean mayBeEmpty() {
        return true;
    }

    @Override
    public boolean isList() {
        return framing == Framing.DELIMITED;
    }

    /** List of messages, each after its length. A message is checked when it is reached. */
    private static final class ProtobufList extends ListDocument {

        /** Nesting level of a message: 1 for the list and 1 for the message. */
        private static final int LEVEL = 2;

        private final byte[] payload;
        private final ProtobufType type;
        private int at;
        private boolean isKept;

        ProtobufList(byte[] payload, ProtobufType type) {
            this.payload = payload;
            this.type = type;
        }

        @Override
        @Nullable
        protected Document next() throws DecodeException {
            if (at == payload.length) {
                return null;
            }
            var check = new ProtobufCheck(payload, at);
            at = payload.length; // after a wrong length no message can be located
            int length = check.length();
            int from = check.position();
            at = from + length;
            return new ValueDocument(type.value(check.checked(type.declared(), length, LEVEL)), from);
        }

        @Override
        public void passBroken(DecodeException failure) throws DecodeException {
            if (isKept) {
                throw failure;
            }
            super.passBroken(failure);
        }

        @Override
        protected Kept keepAll() {
            isKept = true;
            return new Kept() {
                @Override
                public Structure structure() {
                    return new Structure(payload, 0, payload.length, this);
                }

                @Override
                public Document again() {
                    return new ProtobufList(payload, type);
                }
            };
        }
    }
}
