// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.Sample;
import io.github.hivemqtdengine.config.xml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AvroReaderTest {

    private static final String METER = """
            {"type": "record", "name": "Meter", "fields": [
              {"name": "t", "type": "long"}, {"name": "v", "type": "double"}, {"name": "p", "type": "int"}]}""";

    @TempDir
    Path folder;

    @BeforeEach
    void writeSchemas() throws IOException {
        write("meter.avsc", METER);
        write("wider.avsc", METER.replace("\"v\"", "\"w\""));
        write("broken.avsc", "{\"type\": \"meter\"}");
        write("writers/7.avsc", METER);
        write("writers/8.avsc", "\"int\"");
        write("named/meter.avsc", METER);
        write("twice/07.avsc", METER);
        write("twice/7.avsc", METER);
        write("spoilt/1.avsc", "{");
        Files.createDirectories(folder.resolve("schemas/empty"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "schema='meter.avsc'",
                "schema='meter.avsc' framing='datums' reader-schema='meter.avsc' rows=''",
                "framing='container'",
                "framing='container' reader-schema='meter.avsc' rows=''",
                "framing='single-object' writer-schemas='named'",
                "framing='registry' writer-schemas='writers'",
                "framing='registry' registry='main'",
                "framing='registry' registry='main' writer-schemas='writers'",
                "framing='registry' registry='main' reader-schema='meter.avsc'",
                "schema='writers/7.avsc' rows='/*'",
            })
    void shouldTakeWhatMakesSense(String attributes) {
        assertThat(Sample.problems(folder, payload(attributes))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "                                          | schema         | is missing",
                "framing='single-object'                   | writer-schemas | is missing",
                "framing='registry'                        | writer-schemas | is missing",
                "framing='container' schema='meter.avsc'   | schema         | is for framing=\"datums\" only",
                "framing='container' writer-schemas='named' | writer-schemas | is for framing=\"single-object\" and",
                "schema='meter.avsc' writer-schemas='named' | writer-schemas | is for framing=\"single-object\" and",
                "framing='datum' schema='meter.avsc'       | framing        | did you mean datums?",
                "schema='none.avsc'                        | schema         | names no file in",
                "schema='../config.xml'                    | schema         | is not a path in",
                "schema='broken.avsc'                      | schema         | is not an Avro schema: ",
                "schema='meter.avsc' reader-schema='broken.avsc' | reader-schema | is not an Avro schema: ",
                "schema='meter.avsc' reader-schema='wider.avsc'  | reader-schema | missing required field w",
                "framing='registry' writer-schemas='writers' reader-schema='meter.avsc' | reader-schema | can't read",
                "framing='registry' writer-schemas='named' | writer-schemas | has the file meter.avsc, whose name",
                "framing='registry' writer-schemas='twice' | writer-schemas | has two files for number 7",
                "framing='registry' writer-schemas='spoilt' | writer-schemas | has the file 1.avsc, which is not an Avro schema",
                "framing='registry' writer-schemas='empty' | writer-schemas | is a folder without a file *.avsc",
                "framing='registry' writer-schemas='none'  | writer-schemas | names no folder in",
                "framing='registry' registry='main' writer-schemas='none' | writer-schemas | names no folder in",
                "framing='registry' registry='mein'        | registry       | is not the id of a <registry>",
                "framing='container' registry='main'       | registry       | has no effect here",
            })
    void shouldReportWhatIsWrong(String attributes, String attribute, String rule) {
        assertThat(Sample.problems(folder, payload(attributes == null ? "" : attributes)))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.element()).isEqualTo("routes/route/payload@" + attribute);
                    assertThat(problem.rule()).contains(rule);
                });
    }

    @Test
    void shouldTakeSchemasForAvroOnly() {
        var xml = Sample.with("format=\"json\"", "format=\"json\" schema=\"meter.avsc\"");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(tuple("routes/route/payload@schema", "has no effect here"));
    }

    @Test
    void shouldSeeThatASchemaChanges() throws Exception {
        var file = Sample.write(folder, payload("schema='meter.avsc'"));
        var reading = Sample.reader().snapshot(file);
        var before = reading.settings().routes();
        assertThat(reading.isUpToDate()).isTrue();

        write("meter.avsc", METER.replace("\"int\"", "\"long\""));

        assertThat(reading.isUpToDate()).isFalse();
        assertThat(Sample.reader().snapshot(file).settings().routes()).isNotEqualTo(before);
        write("meter.avsc", METER + "\n");
        assertThat(Sample.reader().snapshot(file).settings().routes()).isEqualTo(before);
    }

    @Test
    void shouldSeeThatASchemaComes() throws Exception {
        var reading = Sample.reader()
                .snapshot(Sample.write(folder, payload("framing='single-object' writer-schemas='named'")));

        write("named/other.avsc", "\"int\"");

        assertThat(reading.isUpToDate()).isFalse();
    }

    private void write(String name, String schema) throws IOException {
        var file = folder.resolve("schemas").resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, schema);
    }

    private static String payload(String attributes) {
        return Sample.with(
                "<payload format=\"json\" rows=\"/readings\"/>", "<payload format=\"avro\" " + attributes + "/>");
    }
}
