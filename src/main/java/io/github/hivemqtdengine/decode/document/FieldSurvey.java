// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.PayloadField;
import io.github.hivemqtdengine.decode.PayloadField.ValueType;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fields of one payload, and whether a {@link TreeDecoder} reads them. Limited in number and length, because a client
 * chooses both; the work is linear in the size of the payload.
 */
final class FieldSurvey {

    static final int MAX_FIELDS = 1_000;
    static final int MAX_POINTER = 200;

    private static final String OF_RECORD = "payload:";
    private static final String OF_MESSAGE = "payload-root:";

    private final Document document;
    private final int elementsAround;
    private final Map<String, PayloadField> fields = new LinkedHashMap<>();
    private final StringBuilder pointer = new StringBuilder();
    /** Reference without its pointer, and where that starts: at the message, an element around records, or a record. */
    private String scope;

    private int start;
    private int elements;

    FieldSurvey(Document document, RecordShape shape) {
        this.document = document;
        this.elementsAround = shape.elementsAround();
        this.scope = shape.rows() == null ? OF_RECORD : OF_MESSAGE;
    }

    List<PayloadField> fields(FieldNode root) throws DecodeException {
        value(root, false);
        document.end();
        return List.copyOf(fields.values());
    }

    /** @param isCollectedAround whether all scalars around are wanted */
    private void value(@Nullable FieldNode node, boolean isCollectedAround) throws DecodeException {
        var here = node == null ? FieldNode.UNWANTED : node;
        boolean isCollected = isCollectedAround || here.hasScalars();
        var kind = document.kind();
        if (pointer.length() - start > MAX_POINTER) {
            document.skip();
        } else if (kind == Kind.SCALAR) {
            var scalar = document.scalar();
            if (scalar != null) {
                add(PayloadField.of(reference(), scalar, here.isWanted() || isCollected));
            }
        } else if (here.isWanted()) {
            whole(kind == Kind.ARRAY ? ValueType.ARRAY : ValueType.OBJECT, true);
        } else if (kind == Kind.OBJECT) {
            parts(here, isCollected);
        } else if (here.pivot() != null) {
            pivot(here, isCollected, here.pivot());
        } else if (here.isInner()) {
            parts(here, false);
        } else {
            whole(ValueType.ARRAY, false);
        }
    }

    private void whole(ValueType type, boolean isRead) throws DecodeException {
        document.skip();
        add(new PayloadField(reference(), type, isRead));
    }

    private String reference() {
        return scope + pointer.substring(start);
    }

    private void add(PayloadField field) {
        boolean isRecord = pointer.length() == start;
        if (!isRecord && (fields.size() < MAX_FIELDS || fields.containsKey(field.reference()))) {
            fields.merge(field.reference(), field, PayloadField::and);
        }
    }

    private void parts(FieldNode node, boolean isCollected) throws DecodeException {
        boolean isObject = document.kind() == Kind.OBJECT;
        document.enter();
        for (int i = 0; ; i++) {
            try {
                var name = isObject ? document.nextField() : null;
                if (isObject ? name == null : !document.nextElement()) {
                    return;
                }
                if (node.row() != null) {
                    element(node.row(), 0);
                } else if (node.each() != null) {
                    element(node.each(), elementsAround - elements);
                } else {
                    part(name, name == null ? node.element(i) : node.field(name), isCollected);
                }
            } catch (DecodeException e) {
                if (!pointer.isEmpty()) {
                    throw e;
                }
                document.passBroken(e);
            }
        }
    }

    private void part(@Nullable String name, @Nullable FieldNode node, boolean isCollected) throws DecodeException {
        int before = pointer.length();
        step(name);
        try {
            value(node, isCollected);
        } finally {
            pointer.setLength(before);
        }
    }

    private void step(@Nullable String name) {
        pointer.append('/').append(name == null ? RecordShape.EACH : FieldPath.escaped(name));
    }

    /**
     * Reads a record, or an element around records, at which the pointers of fields start.
     *
     * @param up how far it is above the record
     */
    private void element(FieldNode node, int up) throws DecodeException {
        int startBefore = start;
        var scopeBefore = scope;
        step(null);
        start = pointer.length();
        scope = OF_RECORD + String.join("/", Collections.nCopies(up, ".."));
        elements++;
        try {
            value(node, false);
        } finally {
            elements--;
            scope = scopeBefore;
            pointer.setLength(start - "/*".length());
            start = startBefore;
        }
    }

    /** Reads a list of names and values as an object. */
    private void pivot(FieldNode node, boolean isCollected, Pivot pivot) throws DecodeException {
        document.enter();
        while (document.nextElement()) {
            if (document.kind() == Kind.OBJECT) {
                named(node, isCollected, pivot);
            } else {
                document.skip();
            }
        }
    }

    private void named(FieldNode node, boolean isCollected, Pivot pivot) throws DecodeException {
        @Nullable String name = null;
        @Nullable PayloadField value = null;
        document.enter();
        for (var field = document.nextField(); field != null; field = document.nextField()) {
            boolean isScalar = document.kind() == Kind.SCALAR;
            if (field.equals(pivot.name()) && isScalar) {
                name = Document.nameOf(document.scalar());
            } else if (field.equals(pivot.value()) && isScalar) {
                var scalar = document.scalar();
                value = scalar == null ? null : PayloadField.of("", scalar, isCollected);
            } else {
                document.skip();
            }
        }
        if (name != null && value != null && pointer.length() - start + name.length() < MAX_POINTER) {
            int before = pointer.length();
            step(name);
            add(new PayloadField(reference(), value.types(), isCollected || node.field(name) != null, value.bytes()));
            pointer.setLength(before);
        }
    }
}
