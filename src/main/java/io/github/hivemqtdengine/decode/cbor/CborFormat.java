package io.github.hivemqtdengine.decode.cbor;

import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;

/**
 * CBOR (RFC 8949), one data item per payload. The last of several fields with the same name counts. Names that are not
 * strings become strings: numbers in decimal, bytes in base64. Byte strings stay bytes regardless of their tag, typed
 * arrays (RFC 8746) included.
 */
public record CborFormat() implements DocumentFormat {

    private static final int BREAK = 0xFF;
    private static final int STRING_REFERENCE = 25;
    private static final int STRING_REFERENCES = 256;

    @Override
    public Document open(byte[] payload) throws DecodeException {
        require(payload);
        return new CborDocument(payload, 0, payload.length);
    }

    /**
     * Checks what Jackson does not, in the order of the bytes, regardless of nesting: text must be UTF-8, lengths must fit
     * the payload, and an item must follow each tag. Jackson treats lengths from 2^31 on as indefinite.
     */
    private static void require(byte[] payload) throws DecodeException {
        var input = new BinaryInput(payload, 0, payload.length);
        while (!input.isAtEnd()) {
            int start = input.position();
            int head = input.unsigned8();
            long argument = argument(head & 0x1F, input);
            switch (head >> 5) {
                case 2 -> input.pass(argument); // bytes
                case 3 -> input.passText(argument);
                case 4 -> input.entries(argument, 1); // an array
                case 5 -> input.entries(argument, 2); // a map
                case 6 -> requireTag(argument, input, start);
                default -> {} // only a head
            }
        }
    }

    /** Returns the argument of a head, 0 if the head has none. */
    private static long argument(int info, BinaryInput input) throws DecodeException {
        return switch (info) {
            case 24 -> input.unsigned8();
            case 25 -> input.unsigned16();
            case 26 -> input.unsigned32();
            case 27 -> input.int64();
            default -> info < 24 ? info : 0;
        };
    }

    private static void requireTag(long tag, BinaryInput input, int start) throws DecodeException {
        if (input.peek() == BREAK) {
            throw CborTags.wrong(input.position());
        }
        if (tag == STRING_REFERENCE || tag == STRING_REFERENCES) {
            throw new DecodeException(Fault.UNSUPPORTED, "The payload has string references (tags 25, 256)", start);
        }
    }
}
