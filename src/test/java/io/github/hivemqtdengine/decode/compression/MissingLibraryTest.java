// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.testkit.Compressor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that can't unpack native libraries still reads what needs none, and says so of the rest. */
class MissingLibraryTest {

    private static final List<Compressor> COMPRESSORS = List.of(
            Compressor.ZSTD,
            Compressor.ZSTD,
            Compressor.SNAPPY_RAW,
            Compressor.SNAPPY_FRAMED,
            Compressor.GZIP,
            Compressor.ZLIB,
            Compressor.LZ4);

    /** Short ones are left as they are in framed Snappy, which needs no library then. */
    private static final String TEXT = "text ".repeat(50);

    @TempDir
    Path folder;

    @Test
    void shouldRefuseOnlyWhatNeedsALibraryThatCantBeLoaded() throws Exception {
        var lines = readElsewhere();

        assertThat(lines).hasSize(COMPRESSORS.size());
        assertThat(lines.subList(0, 2)).allMatch(line -> line.startsWith("The library for zstd can't be loaded here"));
        assertThat(lines.subList(2, 4))
                .allMatch(line -> line.startsWith("The library for snappy can't be loaded here"));
        assertThat(lines.subList(4, COMPRESSORS.size())).containsOnly(TEXT);
    }

    /** Output of a JVM whose folder for temporary files is a file. */
    private List<String> readElsewhere() throws Exception {
        var noFolder = Files.createFile(folder.resolve("file"));
        var said = folder.resolve("said");
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + noFolder,
                "-cp",
                System.getProperty("java.class.path"),
                MissingLibraryTest.class.getName(),
                said.toString()));
        for (var compressor : COMPRESSORS) {
            command.add(CodecTest.codec(compressor).name());
            command.add(HexFormat.of().formatHex(compressor.compress(TEXT.getBytes(UTF_8))));
        }
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        process.waitFor();
        return Files.readAllLines(said);
    }

    /** Writes what comes out of payloads. */
    public static void main(String[] arguments) throws Exception {
        var said = new ArrayList<String>();
        for (int i = 1; i < arguments.length; i += 2) {
            said.add(read(Codec.valueOf(arguments[i]), HexFormat.of().parseHex(arguments[i + 1])));
        }
        Files.write(Path.of(arguments[0]), said);
    }

    private static String read(Codec codec, byte[] payload) {
        try {
            return new String(codec.decompress(payload, 1_000), UTF_8);
        } catch (DecodeException e) {
            return e.sentence().replace('\n', ' ');
        }
    }
}
