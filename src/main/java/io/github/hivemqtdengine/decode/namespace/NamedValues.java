// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.namespace;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.ListDocument;
import io.github.hivemqtdengine.decode.document.ValueDocument;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values of a payload, those of one object in memory at a time. */
final class NamedValues extends ListDocument {

    private final TimeMember times;
    private Iterator<NamedValue> values;

    /** Array at an object, whose next element has further values; {@code null} if there is none. */
    private @Nullable Document array;

    NamedValues(List<NamedValue> values, TimeMember times) {
        this.times = times;
        this.values = values.iterator();
    }

    /** Reads the objects of an array, if the first one has a time; otherwise the array is one value. */
    NamedValues(Kept array, TimeMember times) throws DecodeException {
        this.times = times;
        var objects = array.again();
        objects.enter();
        var first = objects.nextElement() ? Members.of(objects, times) : null;
        if (first != null && first.time() != null) {
            this.array = objects;
            this.values = first.list().iterator();
        } else {
            this.values = List.of(NamedValue.whole(Content.json(array))).iterator();
        }
    }

    @Override
    protected @Nullable Document next() throws DecodeException {
        while (!values.hasNext()) {
            if (array == null || !array.nextElement()) {
                array = null;
                return null;
            }
            values = Members.of(array, times).list().iterator();
        }
        return new ValueDocument(values.next());
    }
}
