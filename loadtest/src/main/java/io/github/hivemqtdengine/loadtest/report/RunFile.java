// SPDX-License-Identifier: Apache-2.0
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
 * JSON file of a run, the source of all reports. Files of other versions are read as far as possible: unknown metrics
 * and fields are ignored, missing lists are empty.
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

    /** Writes a run atomically: a concurrent reader sees either the old file or the new one. */
    public static void write(Run run, Path file) throws IOException {
        AtomicFile.write(file, text(run));
    }

    /**
     * Reads a run.
     *
     * @throws IOException if the file cannot be read or is not a run
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

    /** Returns a run, or other records, as one line of JSON. */
    static String text(Object records) {
        try {
            return JSON.writeValueAsString(records);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e); // cannot happen: all records are serializable
        }
    }
}
