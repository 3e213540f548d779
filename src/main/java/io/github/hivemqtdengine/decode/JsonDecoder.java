package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON in one pass and keeps what was asked for. Of several fields with the same name the last one counts. A byte
 * order mark at the start is skipped.
 */
public final class JsonDecoder implements Decoder {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final FieldNode root = new FieldNode();
    private final int size;
    private final JsonShape shape;

    /** The slots that hold a record's key. */
    private final int[] keySlots;

    /**
     * A decoder for some fields.
     *
     * @param shape where the records are
     * @throws IllegalArgumentException if the pointer of a message's field leads into the rows, or a key is asked for
     *     and the records have none
     */
    public JsonDecoder(List<FieldPath> fields, JsonShape shape) {
        this.size = fields.size();
        this.shape = shape;
        this.keySlots = IntStream.range(0, size)
                .filter(slot -> fields.get(slot).scope() == Scope.KEY)
                .toArray();
        if (keySlots.length > 0 && !shape.hasKeys()) {
            throw new IllegalArgumentException("${payload-key} needs rows that are from an object");
        }
        var record = shape.rows() == null ? root : new FieldNode();
        var around = shape.rows() == null ? List.<FieldNode>of() : root.addRows(FieldPath.tokens(shape.rows()), record);
        if (shape.pivot() != null) {
            record.addPivot(FieldPath.tokens(shape.pivot().list()), shape.pivot());
        }
        for (int slot = 0; slot < size; slot++) {
            var field = fields.get(slot);
            if (field.scope() == Scope.SCALARS) {
                record.addScalars(field.pointer(), slot);
            } else if (field.scope() != Scope.KEY) {
                start(field, record, around).add(FieldPath.tokens(field.pointer()), slot);
            }
        }
    }

    /** @param around what is looked at in the elements around a record, the outermost first */
    private FieldNode start(FieldPath field, FieldNode record, List<FieldNode> around) {
        if (field.scope() == Scope.MESSAGE) {
            return root;
        }
        if (field.up() > around.size()) {
            throw new IllegalArgumentException(
                    "${payload:" + field.text() + "} goes up further than there are elements");
        }
        return field.up() == 0 ? record : around.get(around.size() - field.up());
    }

    @Override
    public List<@Nullable Object[]> decode(byte[] payload) throws DecodeException {
        Utf8.require(payload);
        int start = startOf(payload);
        try (var parser = JsonInput.open(payload, start)) {
            return new JsonReading(parser, payload, start, size, new RecordKeys(shape.rowsFrom(), keySlots))
                    .records(root);
        } catch (IOException e) {
            throw wrong(e, start);
        }
    }

    private static int startOf(byte[] payload) {
        boolean marked = payload.length >= BYTE_ORDER_MARK.length
                && payload[0] == BYTE_ORDER_MARK[0]
                && payload[1] == BYTE_ORDER_MARK[1]
                && payload[2] == BYTE_ORDER_MARK[2];
        return marked ? BYTE_ORDER_MARK.length : 0;
    }

    /** What the parser says, without its words: they quote the payload. */
    private static DecodeException wrong(IOException e, int start) {
        long position = e instanceof JsonProcessingException json && json.getLocation() != null
                ? start + json.getLocation().getByteOffset()
                : -1;
        if (e instanceof StreamConstraintsException) {
            return new DecodeException(
                    "The payload nests deeper than " + JsonInput.MAX_DEPTH + " levels, or has a number of more than "
                            + JsonInput.MAX_DIGITS + " digits or a very long field name",
                    position);
        }
        return new DecodeException(
                e instanceof JsonEOFException ? "The payload's JSON ends too early" : "The payload is not valid JSON",
                position);
    }
}
