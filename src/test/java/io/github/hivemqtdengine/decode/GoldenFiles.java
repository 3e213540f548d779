// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Payloads of other implementations with what these say that they hold; each folder has the script that made it. */
public final class GoldenFiles {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String folder;

    public GoldenFiles(String folder) {
        this.folder = "/golden/" + folder + "/";
    }

    /** Reads the payload of each line of a file, and compares what it holds. */
    public void requireAll(String file, DocumentFormat format) throws Exception {
        var lines = new String(read(file), StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).isNotEmpty();
        for (var line : lines) {
            var golden = JSON.readTree(line);
            var payload = payload(golden);
            var document = format.open(Payload.of(payload));
            assertThat(ValueTrees.described(document)).as(line).isEqualTo(golden.get("value"));
            document.end();
            var skipped = format.open(Payload.of(payload));
            skipped.skip();
            skipped.end();
        }
    }

    private byte[] payload(JsonNode golden) throws IOException {
        return golden.has("hex")
                ? HexFormat.of().parseHex(golden.get("hex").textValue())
                : read(golden.get("file").textValue());
    }

    private byte[] read(String file) throws IOException {
        try (var in = GoldenFiles.class.getResourceAsStream(folder + file)) {
            if (in == null) {
                throw new FileNotFoundException(folder + file);
            }
            return in.readAllBytes();
        }
    }
}
