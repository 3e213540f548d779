// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import io.github.hivemqtdengine.decode.document.Document.Kept;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import io.github.hivemqtdengine.decode.document.TreeDecoder.TreeReading;
import org.jspecify.annotations.Nullable;

/** Single pass over a list of names and values that is read as an object. */
final class PivotReading {

    private final TreeReading reading;
    private final Document document;
    private final Pivot pivot;

    /** @param document positioned at the list */
    PivotReading(TreeReading reading, Document document, Pivot pivot) {
        this.reading = reading;
        this.document = document;
        this.pivot = pivot;
    }

    /** Reads the list; elements that are not objects are skipped. */
    void read(FieldNode node, @Nullable Object[] record) throws DecodeException {
        document.enter();
        while (document.nextElement()) {
            if (document.kind() == Kind.OBJECT) {
                element(node, record);
            } else {
                document.skip();
            }
        }
    }

    /** Reads an element; a value that precedes its name is read again once the name is known. */
    private void element(FieldNode node, @Nullable Object[] record) throws DecodeException {
        @Nullable String name = null;
        @Nullable Kept early = null;
        document.enter();
        for (var field = document.nextField(); field != null; field = document.nextField()) {
            if (field.equals(pivot.name()) && document.kind() == Kind.SCALAR) {
                var said = document.scalar();
                name = said == null ? name : Document.nameOf(said);
            } else if (field.equals(pivot.value()) && name == null) {
                early = document.keep();
                document.skip();
                early.end();
            } else if (field.equals(pivot.value()) && name != null) {
                early = null;
                reading.field(name, node, record);
            } else {
                document.skip();
            }
        }
        if (name != null && early != null && reading.isWanted(name, node)) {
            reading.readAgain(name, node, early, record);
        }
    }
}
