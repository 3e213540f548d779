// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The files that Python's protobuf has made. */
public final class ProtobufGolden {

    static final Path FOLDER = Path.of("src/test/resources/golden/protobuf");

    private ProtobufGolden() {}

    static byte[] bytes(String name) {
        try {
            return Files.readAllBytes(FOLDER.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ProtobufFormat format(String descriptors, String message, ProtobufFormat.Framing framing) {
        var schema = ProtobufDescriptors.parse(bytes(descriptors)).message(message);
        assertThat(schema).isPresent();
        return new ProtobufFormat(schema.orElseThrow(), framing);
    }

    public static ProtobufFormat everything() {
        return format("plant.desc", "plant.Everything", ProtobufFormat.Framing.MESSAGE);
    }

    static ProtobufFormat readings() {
        return format("plant.desc", "plant.Reading", ProtobufFormat.Framing.DELIMITED);
    }

    /** Payload, descriptors, message, framing and what it says. */
    static List<JsonNode> expected() throws IOException {
        var mapper = new JsonMapper();
        try (var lines = Files.lines(FOLDER.resolve("expected"))) {
            return lines.map(line -> {
                        try {
                            return mapper.readTree(line);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .toList();
        }
    }
}
