// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.ListDocument;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileConstants;
import org.jspecify.annotations.Nullable;

/** Opens object container files and caches the last schema, which devices repeat in each file. Thread-safe. */
final class AvroContainers {

    private static final AvroType ENTRIES = AvroResolution.of(Schema.createMap(Schema.create(Schema.Type.BYTES)));

    /** Maximum schema size in bytes; the memory of a type may grow with the square of its schema's size. */
    private static final int LARGEST_SCHEMA = 1 << 16;

    private final @Nullable AvroSchema reader;
    private volatile @Nullable Known last;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Known(byte[] schema, AvroType type) {}

    /** @param reader schema by which values are resolved, or {@code null} for the container's own */
    AvroContainers(@Nullable AvroSchema reader) {
        this.reader = reader;
    }

    /** Reads the header and returns the container, positioned at its first block. */
    AvroContainer open(AvroInput input) throws DecodeException {
        int size = DataFileConstants.MAGIC.length;
        if (input.left() < size || !Arrays.equals(input.bytes(size), DataFileConstants.MAGIC)) {
            throw new DecodeException(
                    Fault.MALFORMED, "The payload is not an Avro container: it does not begin with Obj1", 0);
        }
        var entries = entries(input);
        var schema = entries.get(DataFileConstants.SCHEMA);
        if (schema == null) {
            throw input.failure(Fault.NO_SCHEMA, "The payload is an Avro container without a schema");
        }
        var name = entries.get(DataFileConstants.CODEC);
        var codec = name == null ? AvroCodec.NULL : AvroCodec.named(new String(name, StandardCharsets.UTF_8), input);
        var sync = input.bytes(DataFileConstants.SYNC_SIZE);
        return new AvroContainer(input, codec, sync, type(schema, input));
    }

    private static Map<String, byte[]> entries(AvroInput input) throws DecodeException {
        var entries = new AvroDocument(input, ENTRIES);
        var values = new HashMap<String, byte[]>();
        entries.enter();
        for (var name = entries.nextField(); name != null; name = entries.nextField()) {
            values.put(name, (byte[]) entries.scalar());
        }
        return values;
    }

    /** @param schema JSON from the container header */
    private AvroType type(byte[] schema, AvroInput input) throws DecodeException {
        var known = last;
        if (known == null || !Arrays.equals(known.schema, schema)) {
            known = new Known(schema, parsed(schema, input));
            last = known;
        }
        return known.type;
    }

    private AvroType parsed(byte[] schema, AvroInput input) throws DecodeException {
        if (schema.length > LARGEST_SCHEMA) {
            throw input.failure(
                    Fault.LIMIT,
                    "The payload is an Avro container with a schema of more than " + LARGEST_SCHEMA + " bytes");
        }
        AvroSchema writer;
        try {
            writer = AvroSchema.ofPublisher(schema);
        } catch (IllegalArgumentException | StackOverflowError e) {
            throw input.failure(Fault.MALFORMED, "The payload is an Avro container without a valid schema");
        }
        try {
            return writer.readBy(reader);
        } catch (IllegalArgumentException | StackOverflowError e) {
            throw input.failure(Fault.NO_SCHEMA, "The payload is an Avro container that reader-schema can't read");
        }
    }

    /** Blocks of an object container file, each between its item count and size and the sync marker of the file. */
    private static final class AvroContainer extends ListDocument {

        /** Maximum decompressed size of all blocks of a payload in bytes. */
        private static final int MAX_DECOMPRESSED = 16 << 20;

        private final AvroCodec codec;
        private final byte[] sync;
        private final AvroType type;
        private AvroInput input;
        private AvroInput block;
        private long left;
        private int decompressed;
        /** Set while a block is being decompressed; stays set if decompression fails. */
        private boolean isOpening;
        /** Start of the search for the sync marker that ends a broken block. */
        private int search;

        /**
         * @param input positioned after the header
         * @param sync marker that follows each block
         */
        AvroContainer(AvroInput input, AvroCodec codec, byte[] sync, AvroType type) {
            this.input = input;
            this.codec = codec;
            this.sync = sync;
            this.type = type;
            this.block = AvroInput.between(input.bytes(), input.at(), input.at(), -1);
        }

        @Override
        @Nullable
        protected Document next() throws DecodeException {
            while (left == 0) {
                if (block.left() > 0) {
                    throw block.failure(Fault.MALFORMED, "The payload has a block of more bytes than its data have");
                }
                if (input.left() == 0) {
                    return null;
                }
                nextBlock();
            }
            left--;
            return AvroDocument.ofList(block, type);
        }

        private void nextBlock() throws DecodeException {
            search = input.at();
            long count = input.readLong();
            if (count < 0) {
                throw input.failure(Fault.MALFORMED, "The payload has a block of a negative number of data");
            }
            int size = input.readLength();
            int start = input.at();
            search = start;
            input.pass(size);
            if (!Arrays.equals(input.bytes(sync.length), sync)) {
                throw input.failure(Fault.MALFORMED, "The payload has a block that does not end with the sync marker");
            }
            isOpening = true;
            var content = codec.open(input.bytes(), start, start + size, MAX_DECOMPRESSED - decompressed);
            isOpening = false;
            decompressed += content.left();
            enter(content);
            block.requireItems(count, type.minSize());
            left = count;
        }

        private void enter(AvroInput content) {
            block = content.after(block);
            left = 0;
        }

        /**
         * Continues after the next sync marker, unless the size limit is exceeded. The decompressed size of a broken
         * block is unknown, so each uses up half of the remaining limit: together they cost at most twice the limit.
         */
        @Override
        public void passBroken(DecodeException failure) throws DecodeException {
            if (failure.fault() == Fault.UNSUPPORTED || (failure.fault() == Fault.LIMIT && isOpening)) {
                throw failure;
            }
            if (isOpening) {
                decompressed += (MAX_DECOMPRESSED - decompressed) / 2;
                isOpening = false;
            }
            var bytes = input.bytes();
            int next = nextBlockAfter(search);
            input = AvroInput.between(bytes, next, bytes.length, -1);
            enter(AvroInput.between(bytes, next, next, -1));
            super.passBroken(failure);
        }

        private int nextBlockAfter(int from) {
            var bytes = input.bytes();
            for (int end = from + sync.length; end <= bytes.length; end++) {
                if (Arrays.equals(bytes, end - sync.length, end, sync, 0, sync.length)) {
                    return end;
                }
            }
            return bytes.length;
        }
    }
}
