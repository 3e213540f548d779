package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.BrokenRecords;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.Payload;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.document.RowReading.Keys;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Decoder of payloads that have fields. It reads each payload once and keeps only the wanted fields. */
public final class TreeDecoder implements Decoder {

    private final DocumentFormat format;
    private final FieldNode root = new FieldNode();
    private final int size;
    private final RecordShape shape;

    private final int[] keySlots;

    /**
     * @param shape location of the records
     * @throws IllegalArgumentException if a field of the message or an element leads into the rows, a field goes up too
     *     far, or a key is wanted of records without keys
     */
    public TreeDecoder(DocumentFormat format, List<FieldPath> fields, RecordShape shape) {
        this.format = format;
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

    /** @param around nodes of the elements around a record, the outermost first */
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
    public List<@Nullable Object[]> decode(Payload payload, BrokenRecords broken) throws DecodeException {
        var document = format.open(payload.bytes());
        return new TreeReading(document, size, new Keys(shape.rowsFrom(), keySlots), broken).records(root);
    }
}
