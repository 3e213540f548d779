package io.github.hivemqtdengine.decode;

import java.util.function.Supplier;

/**
 * All values of a repeated field, wherever its message has them.
 *
 * @param type the message's
 * @param pieces the message
 * @param first where the field comes first, or -1 if it doesn't
 */
record ProtobufRepeated(ProtobufField field, ProtobufType type, ProtobufPieces pieces, int first) {

    byte[] payload() {
        return pieces.payload();
    }

    int position() {
        return first < 0 ? pieces.from(0) : first;
    }

    /** Goes over all fields of the message from the first value on; the caller looks for the field. */
    ProtobufScan scan() {
        return new ProtobufScan(type, pieces, first);
    }

    /** The fields as they are on the wire, one behind the other. */
    Structure structure(Supplier<String> json) throws DecodeException {
        var fields = ProtobufPieces.none(payload());
        var scan = scan();
        while (scan.next()) {
            if (scan.isAt(field)) {
                fields.add(scan.tagAt(), scan.end());
            }
        }
        return fields.structure(json);
    }
}
