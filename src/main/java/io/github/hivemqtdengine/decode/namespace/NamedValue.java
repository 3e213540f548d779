// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.namespace;

import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.document.ValueDocument.NamedParts;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Value as a record of {@link NamespaceFormat}. */
record NamedValue(Name name, Content content, @Nullable Instant time) implements NamedParts {

    private static final List<String> FIELDS = List.of("field", "path", "name", "kind", "value", "timestamp");

    /**
     * Place of a value in its object.
     *
     * @param last the last name of the path, {@code null} if there is none
     */
    record Name(String field, String path, @Nullable String last) {

        static final Name NONE = new Name("", "", null);

        Name member(String member) {
            return new Name(field + "/" + FieldPath.escaped(member), path + "." + member.replace('.', '_'), member);
        }
    }

    /** Returns the value that a whole payload is. */
    static NamedValue whole(Content content) {
        return new NamedValue(Name.NONE, content, null);
    }

    NamedValue orAt(Instant other) {
        return time == null ? new NamedValue(name, content, other) : this;
    }

    @Override
    public List<String> names() {
        return FIELDS;
    }

    @Override
    public @Nullable Object value(int index) {
        return switch (index) {
            case 0 -> name.field();
            case 1 -> name.path();
            case 2 -> name.last();
            case 3 -> content.kind();
            case 4 -> content.value();
            default -> time;
        };
    }
}
