// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.line;

import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.decode.line.LineScanner.Line;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checked line as an object of its measurement, tags, fields and timestamp. */
final class LineDocument implements Document {

    private static final List<String> PARTS = List.of("measurement", "tags", "fields", "timestamp");
    private static final int RECORD = -1;
    private static final int MEASUREMENT = 0;
    private static final int TAGS = 1;
    private static final int FIELDS = 2;

    private final Line line;
    private int part;
    private boolean isInside;
    private int next;
    private int from;
    private int to;

    LineDocument(Line line) {
        this(line, RECORD);
    }

    private LineDocument(Line line, int part) {
        this.line = line;
        this.part = part;
        this.from = line.from();
        this.to = line.from();
    }

    @Override
    public Kind kind() {
        return !isInside && (part == RECORD || part == TAGS || part == FIELDS) ? Kind.OBJECT : Kind.SCALAR;
    }

    @Override
    public Object scalar() {
        return switch (part) {
            case MEASUREMENT -> Token.MEASUREMENT.text(line.payload(), line.from(), line.tags());
            case TAGS -> Token.KEY.text(line.payload(), from, to);
            case FIELDS -> FieldValue.of(line.payload(), from, to);
            default -> Objects.requireNonNull(line.time(), "The line has no timestamp");
        };
    }

    @Override
    public void skip() {
        // the line is checked, and its parts are found by their indices
    }

    @Override
    public void enter() {
        isInside = part != RECORD;
        next = part == TAGS ? line.tags() + 1 : line.fields();
    }

    @Override
    public @Nullable String nextField() {
        if (isInside) {
            return nextMember();
        }
        part += part == FIELDS && line.time() == null ? 2 : 1;
        return part < PARTS.size() ? PARTS.get(part) : null;
    }

    private @Nullable String nextMember() {
        isInside = next < (part == TAGS ? line.afterTags() : line.afterFields());
        if (!isInside) {
            return null;
        }
        int key = next;
        int end = Token.KEY.end(line.payload(), key);
        from = end + 1;
        to = part == TAGS ? Token.KEY.end(line.payload(), from) : FieldValue.end(line.payload(), from);
        next = to + 1;
        return Token.KEY.text(line.payload(), key, end);
    }

    @Override
    public boolean nextElement() {
        throw new IllegalStateException("The document has no array");
    }

    @Override
    public Kept keep() {
        int kept = part;
        return new Kept() {
            @Override
            public Structure structure() {
                return switch (kept) {
                    case TAGS -> structure(Math.min(line.tags() + 1, line.afterTags()), line.afterTags());
                    case FIELDS -> structure(line.fields(), line.afterFields());
                    default -> structure(line.from(), line.to());
                };
            }

            private Structure structure(int start, int end) {
                return new Structure(line.payload(), start, end, this);
            }

            @Override
            public Document again() {
                return new LineDocument(line, kept);
            }
        };
    }

    @Override
    public void end() {
        // nothing follows the parts
    }

    @Override
    public long position() {
        return from;
    }
}
