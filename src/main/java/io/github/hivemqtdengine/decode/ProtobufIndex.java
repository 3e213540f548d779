package io.github.hivemqtdengine.decode;

import java.util.Arrays;

/**
 * Where a message has its fields, whatever their order: of a scalar that comes twice the last one counts, messages that
 * come twice are one, and of a oneof the last field counts.
 */
final class ProtobufIndex {

    private static final int NONE = -1;
    private static final int FIRST = 0;
    private static final int LAST = 1;
    private static final int FROM = 2;
    private static final int TO = 3;
    private static final int SIZE = 4;

    private final ProtobufType type;
    private final ProtobufPieces pieces;

    /** Four numbers of each field. */
    private final int[] places;

    ProtobufIndex(ProtobufType type, ProtobufPieces pieces) throws DecodeException {
        this.type = type;
        this.pieces = pieces;
        this.places = new int[SIZE * type.fields().size()];
        Arrays.fill(places, NONE);
        int[] said = new int[type.oneofs()];
        Arrays.fill(said, NONE);
        var scan = new ProtobufScan(type, pieces, 0);
        while (scan.next()) {
            if (scan.field().oneof() >= 0) {
                choose(scan.field(), said);
            }
            add(scan);
        }
    }

    private void choose(ProtobufField field, int[] said) {
        int before = said[field.oneof()];
        if (before != NONE && before != field.index()) {
            places[SIZE * before + FIRST] = NONE;
        }
        said[field.oneof()] = field.index();
    }

    private void add(ProtobufScan scan) {
        int at = SIZE * scan.field().index();
        if (places[at + FIRST] == NONE) {
            places[at + FIRST] = scan.tagAt();
        }
        places[at + LAST] = scan.tagAt();
        places[at + FROM] = scan.from();
        places[at + TO] = scan.to();
    }

    boolean has(ProtobufField field) {
        return places[SIZE * field.index() + FIRST] != NONE;
    }

    /** Where the field comes first. */
    int first(ProtobufField field) {
        return places[SIZE * field.index() + FIRST];
    }

    /** The value of a field that the message has and that has one value. */
    ProtobufValue value(ProtobufField field) throws DecodeException {
        int at = SIZE * field.index();
        var message = field.message();
        return message == null || places[at + FIRST] == places[at + LAST]
                ? field.value(pieces.payload(), places[at + FROM], places[at + TO])
                : message.value(merged(field));
    }

    private ProtobufPieces merged(ProtobufField field) throws DecodeException {
        var merged = ProtobufPieces.none(pieces.payload());
        var scan = new ProtobufScan(type, pieces, first(field));
        while (scan.next()) {
            if (scan.isAt(field)) {
                merged.add(scan.from(), scan.to());
            }
        }
        return merged;
    }
}
