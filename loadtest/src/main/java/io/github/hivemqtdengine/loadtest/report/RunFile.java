package io.github.hivemqtdengine.loadtest.report;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.github.hivemqtdengine.loadtest.result.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A run as a JSON file: all that the reports are made of. A file of another version is read as far as it is understood:
 * figures, modes and fields that are not known are left out, lists that are not there are empty.
 */
public final class RunFile {

    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .withConfigOverride(List.class, list -> list.setSetterInfo(emptyForNull()))
            .withConfigOverride(Map.class, map -> map.setSetterInfo(emptyForNull()))
            .withConfigOverride(String.class, text -> text.setSetterInfo(emptyForNull()))
            .build();

    private RunFile() {}

    private static JsonSetter.Value emptyForNull() {
        return JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);
    }

    /** Writes a run; whoever reads the file meanwhile sees either all of the old one or all of this one. */
    public static void write(Run run, Path file) throws IOException {
        AtomicFile.write(file, text(run));
    }

    /**
     * Reads a run.
     *
     * @throws IOException if the file can't be read or isn't a run
     */
    public static Run read(Path file) throws IOException {
        try {
            var tree = JSON.readTree(Files.readString(file));
            if (!tree.path("environment").hasNonNull("started")) {
                throw new IOException(file + " is not the JSON of a run: it has no environment");
            }
            UnknownWords.remove(tree);
            return JSON.treeToValue(tree, Run.class);
        } catch (JsonProcessingException e) {
            throw new IOException(file + " is not the JSON of a run: " + e.getOriginalMessage(), e);
        }
    }

    /** A run, or whatever else consists of records, as one line of JSON. */
    static String text(Object records) {
        try {
            return JSON.writeValueAsString(records);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e); // records of our own can always be written
        }
    }
}
