// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.Structure;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Document in Avro's binary encoding, read by its type. */
final class AvroDocument implements Document {

    private final AvroInput whole;
    private final int start;
    private final boolean isInList;
    private AvroInput input;
    private AvroType type;
    private @Nullable AvroLevel level;

    /** @param input positioned at the first value of the document */
    AvroDocument(AvroInput input, AvroType type) throws DecodeException {
        this(input, type, false);
    }

    private AvroDocument(AvroInput input, AvroType type, boolean isInList) throws DecodeException {
        this.whole = input;
        this.start = input.at();
        this.isInList = isInList;
        this.input = input;
        this.type = type.actual(input);
    }

    /** Returns a datum that other data may follow. */
    static AvroDocument ofList(AvroInput input, AvroType type) throws DecodeException {
        return new AvroDocument(input, type, true);
    }

    @Override
    public Kind kind() {
        return type.kind();
    }

    @Override
    public @Nullable Object scalar() throws DecodeException {
        return type.read(input);
    }

    @Override
    public void skip() throws DecodeException {
        type.skip(input, level);
    }

    @Override
    public void enter() throws DecodeException {
        level = new AvroLevel(type, input, level);
    }

    @Override
    public @Nullable String nextField() throws DecodeException {
        var object = level();
        return next(object) ? object.name() : null;
    }

    @Override
    public boolean nextElement() throws DecodeException {
        return next(level());
    }

    private boolean next(AvroLevel inside) throws DecodeException {
        if (!inside.next()) {
            level = inside.outer();
            return false;
        }
        input = inside.input();
        type = inside.part().type().actual(input);
        return true;
    }

    private AvroLevel level() {
        return Objects.requireNonNull(level, "No object or array was entered");
    }

    @Override
    public Kept keep() {
        return new KeptAvro(input, type);
    }

    @Override
    public void end() throws DecodeException {
        if (isInList && whole.at() == start) {
            throw whole.failure(Fault.MALFORMED, "The payload has data of no bytes, which can't be counted");
        }
        if (!isInList && whole.left() > 0) {
            throw whole.failure(
                    Fault.MALFORMED, "The payload has data after its datum; set rows=\"\" if it is a list of data,");
        }
    }

    @Override
    public long position() {
        return input.position();
    }

    private static final class KeptAvro implements Kept {

        private final AvroInput input;
        private final AvroType type;
        private final int from;
        private int to;

        KeptAvro(AvroInput input, AvroType type) {
            this.input = input;
            this.type = type;
            this.from = input.at();
        }

        @Override
        public void end() {
            to = input.at();
        }

        @Override
        public Structure structure() {
            return new Structure(input.bytes(), from, to, this);
        }

        @Override
        public Document again() throws DecodeException {
            return new AvroDocument(input.again(from, to), type);
        }
    }
}
