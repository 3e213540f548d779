// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.PayloadField;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.document.Document.Kept;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decoder of payloads that have fields. It reads each payload once and keeps only the wanted fields. */
public final class TreeDecoder implements Decoder {

    private final DocumentFormat format;
    private final DocumentFormat given;
    private final RecordShape shape;
    private final FieldNode root = new FieldNode();
    private final int size;
    private final RowsFrom from;
    /** Format that reads all fields, once a tool has asked for them. */
    private volatile @Nullable DocumentFormat whole;

    /**
     * @param shape location of the records
     * @throws IllegalArgumentException if a field of the message or an element leads into the rows, a field goes up too
     *     far, or a key is wanted of records without keys
     */
    public TreeDecoder(DocumentFormat format, List<FieldPath> fields, RecordShape shape) {
        this.size = fields.size();
        this.from = shape.rowsFrom();
        if (!shape.hasKeys() && fields.stream().anyMatch(field -> field.scope() == Scope.KEY)) {
            throw new IllegalArgumentException("${payload-key} needs rows that are from an object, or a * in rows");
        }
        var record = shape.rows() == null ? root : new FieldNode();
        var around = shape.rows() == null ? List.<FieldNode>of() : root.addRows(FieldPath.tokens(shape.rows()), record);
        if (shape.pivot() != null) {
            record.addPivot(FieldPath.tokens(shape.pivot().list()), shape.pivot());
        }
        for (int slot = 0; slot < size; slot++) {
            var field = fields.get(slot);
            var start = start(field, record, around);
            switch (field.scope()) {
                case SCALARS -> start.addScalars(field.pointer(), slot);
                case KEY, INDEX -> start.addIdentity(field.scope() == Scope.KEY, slot);
                case RECORD, MESSAGE -> start.add(FieldPath.tokens(field.pointer()), slot);
            }
        }
        this.given = format;
        this.shape = shape;
        this.format = format.projected(root);
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
        boolean isNameAround = field.scope() == Scope.KEY && from == RowsFrom.ARRAY;
        int up = isNameAround ? Math.max(1, field.up()) : field.up();
        return up == 0 ? record : around.get(around.size() - up);
    }

    @Override
    public List<@Nullable Object[]> decode(Payload payload, BrokenRecords broken) throws DecodeException {
        var document = format.open(payload);
        return new TreeReading(document, size, from, broken).records(root);
    }

    @Override
    public List<String> unused(Payload payload) throws DecodeException {
        return new UnusedValues(format.open(payload)).lines(root);
    }

    @Override
    public List<PayloadField> fields(Payload payload) throws DecodeException {
        var all = whole;
        if (all == null) {
            all = given.projected(FieldNode.WHOLE);
            whole = all;
        }
        return new FieldSurvey(all.open(payload), shape).fields(root);
    }

    /** Single pass over one document. */
    static final class TreeReading {

        private final Document document;
        private final int size;
        private final RowsFrom from;
        private final BrokenRecords broken;
        private final @Nullable Object[] message;
        private @Nullable RowReading rows;
        /** Collector of all scalars at the document's position, or {@code null}. */
        private @Nullable ScalarCollector scalars;

        /**
         * @param size number of fields of a record
         * @param from type of the value that contains the records
         */
        TreeReading(Document document, int size, RowsFrom from, BrokenRecords broken) {
            this.document = document;
            this.size = size;
            this.from = from;
            this.broken = broken;
            this.message = newRecord();
        }

        /** Returns the records of the whole document. */
        List<@Nullable Object[]> records(FieldNode root) throws DecodeException {
            if (root.isAboveRows()) {
                rows = new RowReading(this, document, from, broken, root.isRows());
            }
            value(root, message);
            document.end();
            if (rows == null) {
                return Collections.singletonList(message);
            }
            var records = rows.records();
            records.forEach(record -> root.share(message, record));
            return records;
        }

        /** Returns a record whose values are all missing. */
        @Nullable
        Object[] newRecord() {
            var record = new @Nullable Object[size];
            Arrays.fill(record, Decoder.MISSING);
            return record;
        }

        /** Reads the current record, even if the previous one has failed. */
        @Nullable
        Object[] record(FieldNode row) throws DecodeException {
            scalars = null;
            var record = newRecord();
            child(row, record);
            return record;
        }

        /** Reads the current value and moves past it. */
        private void value(FieldNode node, @Nullable Object[] record) throws DecodeException {
            if (node.isInner()) {
                reset(node, record);
            }
            var outer = scalars;
            var collector = node.hasScalars() ? node.collector(outer) : null;
            if (document.kind() == Kind.SCALAR) {
                scalar(node, record);
            } else {
                scalars = collector == null ? outer : collector;
                structure(node, record);
                scalars = outer;
            }
            if (collector != null) {
                node.storeScalars(collector.collected(), record);
            }
        }

        private void scalar(FieldNode node, @Nullable Object[] record) throws DecodeException {
            if (node.isRows()) {
                rows().readScalar();
                node.store(null, record);
            } else if (node.isWanted() || scalars != null) {
                var value = document.scalar();
                node.store(value, record);
                if (scalars != null) {
                    scalars.add(value);
                }
            } else {
                document.skip();
            }
        }

        private void reset(FieldNode node, @Nullable Object[] record) {
            node.reset(record);
            if (node.isAboveRows()) {
                rows().forget();
            }
        }

        private RowReading rows() {
            return Objects.requireNonNull(rows, "Rows are in no other document");
        }

        private void structure(FieldNode node, @Nullable Object[] record) throws DecodeException {
            if (node.isWanted()) {
                var kept = document.keep();
                parts(node, record);
                kept.end();
                node.store(kept.structure(), record);
            } else {
                parts(node, record);
            }
        }

        private void parts(FieldNode node, @Nullable Object[] record) throws DecodeException {
            boolean isObject = document.kind() == Kind.OBJECT;
            var row = node.row();
            var each = node.each();
            var pivot = node.pivot();
            if (row != null) {
                scalars = null;
                rows().read(row);
            } else if (each != null) {
                scalars = null;
                rows().readEach(each);
            } else if (!node.isInner() && !(scalars != null && (isObject || pivot != null))) {
                document.skip();
            } else if (isObject) {
                object(node, record);
            } else if (pivot != null) {
                new PivotReading(this, document, pivot).read(node, record);
            } else {
                scalars = null;
                array(node, record);
            }
        }

        private void object(FieldNode node, @Nullable Object[] record) throws DecodeException {
            document.enter();
            for (var name = document.nextField(); name != null; name = document.nextField()) {
                field(name, node, record);
            }
        }

        /** Reads the current value, which is that of a field, if it is wanted. */
        void field(String name, FieldNode node, @Nullable Object[] record) throws DecodeException {
            var collector = scalars;
            if (collector == null) {
                child(node.field(name), record);
            } else {
                collector.enter(name);
                value(Objects.requireNonNullElse(node.field(name), FieldNode.UNWANTED), record);
                collector.leave();
            }
        }

        /** Returns whether a field of an object is wanted. */
        boolean isWanted(String name, FieldNode node) {
            return scalars != null || node.field(name) != null;
        }

        private void array(FieldNode node, @Nullable Object[] record) throws DecodeException {
            document.enter();
            for (int i = 0; document.nextElement(); i++) {
                child(i <= node.lastElement() ? node.element(i) : null, record);
            }
        }

        /** Reads the kept value of a field. */
        void readAgain(String name, FieldNode node, Kept value, @Nullable Object[] record) throws DecodeException {
            var again = value.again();
            var reading = new TreeReading(again, record.length, from, broken);
            reading.scalars = scalars;
            reading.field(name, node, record);
            again.end();
        }

        /** Reads the current value if it is wanted, otherwise skips it. */
        void child(@Nullable FieldNode node, @Nullable Object[] record) throws DecodeException {
            if (node == null) {
                document.skip();
            } else {
                value(node, record);
            }
        }
    }
}
