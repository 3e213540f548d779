// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Form;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.config.xml.Value;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.avro.AvroFormat;
import io.github.hivemqtdengine.decode.avro.AvroFormat.Framing;
import io.github.hivemqtdengine.decode.avro.AvroSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the schemas of {@code <payload format="avro">}. */
final class AvroReader {

    static final Set<Setting<?>> SCHEMAS = Set.of(Attributes.SCHEMA, Attributes.WRITER_SCHEMAS);
    private static final Form<Framing> FRAMINGS = Choice.of(Framing.class);

    private static final String FILES = "*.avsc";
    private static final Pattern NUMBERED = Pattern.compile("([0-9]{1,10})\\.avsc");
    private static final long HIGHEST_NUMBER = 0xFFFF_FFFFL;

    private final SchemaFiles files;
    private final Section payload;
    private final Value<String> schema;
    private final Value<String> writerSchemas;
    private final Value<String> readerSchema;
    private final Value<String> registry;

    private AvroReader(Section payload, SchemaFiles files) {
        this.files = files;
        this.payload = payload;
        this.schema = payload.value(Attributes.SCHEMA);
        this.writerSchemas = payload.value(Attributes.WRITER_SCHEMAS);
        this.readerSchema = payload.value(Attributes.READER_SCHEMA);
        this.registry = payload.value(Attributes.REGISTRY);
    }

    static Optional<PayloadFormat> read(Section payload, SchemaFiles files) {
        return new AvroReader(payload, files).format();
    }

    private Optional<PayloadFormat> format() {
        var framing = payload.value(Attributes.FRAMING).read(FRAMINGS).orElse(Framing.DATUMS);
        var reader = readerSchema.read(this::fileOf);
        if (readerSchema.isPresent() && reader.isEmpty()) {
            return Optional.empty();
        }
        return format(framing, reader.orElse(null));
    }

    private Optional<PayloadFormat> format(Framing framing, @Nullable AvroSchema reader) {
        if (framing != Framing.DATUMS) {
            schema.reject("is for framing=\"datums\" only; leave the attribute out");
        }
        if (framing == Framing.DATUMS || framing == Framing.CONTAINER) {
            writerSchemas.reject("is for framing=\"single-object\" and \"registry\" only; leave the attribute out");
        }
        return switch (framing) {
            case DATUMS -> resolved(schema.required(this::fileOf), reader, AvroFormat::datums);
            case CONTAINER -> Optional.of(AvroFormat.containers(reader));
            case SINGLE_OBJECT -> resolved(writerSchemas.required(this::schemasOf), reader, AvroFormat::singleObjects);
            case REGISTRY -> registered(reader);
        };
    }

    private Optional<PayloadFormat> registered(@Nullable AvroSchema reader) {
        var id = registry.read().orElse(null);
        Optional<Map<Long, AvroSchema>> files = id != null && !writerSchemas.isPresent()
                ? Optional.of(Map.of())
                : writerSchemas.required(this::numberedOf);
        return resolved(files, reader, (writers, by) -> AvroFormat.registered(writers, by, id));
    }

    /** Creates the format. Only a reader's schema can make this fail, so a failure is reported for that attribute. */
    private <T> Optional<PayloadFormat> resolved(
            Optional<T> writers, @Nullable AvroSchema reader, BiFunction<T, @Nullable AvroSchema, AvroFormat> format) {
        if (reader == null) {
            return writers.map(known -> format.apply(known, null));
        }
        return writers.flatMap(known -> readerSchema.read(name -> readable(() -> format.apply(known, reader))));
    }

    private static AvroFormat readable(Supplier<AvroFormat> format) {
        try {
            return format.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("can't read what the writer's schema says: " + e.getMessage(), e);
        }
    }

    private AvroSchema fileOf(String name) {
        return AvroSchema.parse(files.read(name));
    }

    private List<AvroSchema> schemasOf(String folder) {
        var schemas = new ArrayList<AvroSchema>();
        for (var file : found(folder)) {
            var schema = parsed(file);
            if (schemas.stream()
                    .anyMatch(other -> other.fingerprint() == schema.fingerprint() && !other.equals(schema))) {
                throw new IllegalArgumentException("has the file " + file.getFileName()
                        + ", whose fingerprint another file's schema has, too: they differ in what"
                        + " fingerprints leave out");
            }
            schemas.add(schema);
        }
        return schemas;
    }

    private Map<Long, AvroSchema> numberedOf(String folder) {
        var schemas = new LinkedHashMap<Long, AvroSchema>();
        for (var file : found(folder)) {
            if (schemas.putIfAbsent(number(file), parsed(file)) != null) {
                throw new IllegalArgumentException("has two files for number " + number(file));
            }
        }
        return schemas;
    }

    private List<Path> found(String folder) {
        var found = files.list(folder, FILES);
        if (found.isEmpty()) {
            throw new IllegalArgumentException("is a folder without a file " + FILES);
        }
        return found;
    }

    private static long number(Path file) {
        var matcher = NUMBERED.matcher(String.valueOf(file.getFileName()));
        long number = matcher.matches() ? Long.parseLong(matcher.group(1)) : -1;
        if (number < 0 || number > HIGHEST_NUMBER) {
            throw new IllegalArgumentException("has the file " + file.getFileName()
                    + ", whose name is not the number that the registry gave the schema, like 17.avsc");
        }
        return number;
    }

    private AvroSchema parsed(Path file) {
        try {
            return AvroSchema.parse(files.read(file));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("has the file " + file.getFileName() + ", which " + e.getMessage(), e);
        }
    }
}
