// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.Sample;
import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.protobuf.ProtobufFormat;
import io.github.hivemqtdengine.decode.protobuf.ProtobufFormat.Framing;
import io.github.hivemqtdengine.decode.protobuf.RegisteredProtobufFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtobufReaderTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden/protobuf");
    private static final String PROTOBUF = "format=\"protobuf\" descriptor=\"plant.desc\" message=\"plant.Report\"";
    private static final String XML = Sample.with("format=\"json\"", PROTOBUF);

    @TempDir
    Path folder;

    @BeforeEach
    void putSchemas() throws IOException {
        Files.createDirectory(folder.resolve("schemas"));
        for (var name : new String[] {"plant.desc", "lonely.desc", "plant.proto"}) {
            Files.copy(GOLDEN.resolve(name), schema(name));
        }
        Files.writeString(schema("empty.desc"), "");
    }

    private Path schema(String name) {
        return folder.resolve("schemas").resolve(name);
    }

    @Test
    void shouldReadTheTypeAndTheFraming() {
        var one = Sample.settings(folder, XML).routes().get(0).payload();
        var many = Sample.settings(folder, XML.replace(" rows=\"/readings\"", " framing=\"delimited\""))
                .routes()
                .get(0)
                .payload();

        assertThat(one.format()).isInstanceOfSatisfying(ProtobufFormat.class, format -> {
            assertThat(format.schema()).hasToString("plant.Report");
            assertThat(format.framing()).isEqualTo(Framing.MESSAGE);
        });
        assertThat(one.shape().rows()).isEqualTo("/readings");
        assertThat(many.format().isList()).isTrue();
        assertThat(many.shape().rows()).isEmpty();
        assertThat(Sample.settings(folder, XML).routes().get(0).payload()).isEqualTo(one);
    }

    @Test
    void shouldReadTypesOfARegistry() {
        var xml = XML.replace(PROTOBUF, "format=\"protobuf\" framing=\"registry\" registry=\"main\"");

        assertThat(format(xml)).isEqualTo(new RegisteredProtobufFormat("main", null));
        assertThat(format(xml.replace("framing", "message=\"plant.Report\" framing")))
                .isEqualTo(new RegisteredProtobufFormat("main", "plant.Report"));
    }

    @Test
    void shouldReadAFramedTypeOfAFile() {
        assertThat(format(XML.replace("descriptor", "framing=\"registry\" descriptor")))
                .isInstanceOfSatisfying(ProtobufFormat.class, format -> {
                    assertThat(format.schema()).hasToString("plant.Report");
                    assertThat(format.framing()).isEqualTo(Framing.REGISTRY);
                });
    }

    /** A route with a registry of its own, or with a descriptor of its own, ignores the other one of the defaults. */
    @Test
    void shouldPreferWhatTheRouteHasOverTheDefaults() {
        var registry = "format=\"protobuf\" framing=\"registry\" registry=\"main\"";

        assertThat(format(withDefaults("descriptor=\"plant.desc\"", registry)))
                .isEqualTo(new RegisteredProtobufFormat("main", null));
        assertThat(format(withDefaults("registry=\"main\"", PROTOBUF + " framing=\"registry\"")))
                .isInstanceOf(ProtobufFormat.class);
        assertThat(format(withDefaults(
                        "descriptor=\"plant.desc\" registry=\"main\"",
                        "format=\"protobuf\" framing=\"registry\" message=\"plant.Report\"")))
                .isInstanceOf(ProtobufFormat.class);
    }

    private static String withDefaults(String defaults, String payload) {
        return XML.replace("<routes>", "<defaults><payload " + defaults + "/></defaults><routes>")
                .replace(PROTOBUF, payload);
    }

    private PayloadFormat format(String xml) {
        return Sample.settings(folder, xml).routes().get(0).payload().format();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " descriptor=\"plant.desc\" |                          | descriptor | '' | is missing",
                " message=\"plant.Report\"  |                          | message    | '' | is missing",
                "\"plant.desc\"   | \"lonely.desc\" | descriptor | lonely.desc "
                        + "| lacks google/protobuf/any.proto, which plant.proto imports; "
                        + "write it with protoc --include_imports --descriptor_set_out",
                "\"plant.desc\"   | \"empty.desc\"  | descriptor | empty.desc "
                        + "| is not a descriptor set; write it with protoc --include_imports --descriptor_set_out",
                "\"plant.desc\"   | \"plant.proto\" | descriptor | plant.proto "
                        + "| is not a descriptor set; write it with protoc --include_imports --descriptor_set_out",
                "\"plant.desc\"   | \"../config.xml\" | descriptor | ../config.xml | is not a path in {folder}",
                "\"plant.desc\"   | \"plants.desc\" | descriptor | plants.desc "
                        + "| names no file in {folder}; put the schema there",
                "\"plant.Report\" | \"plant.Raport\" | message | plant.Raport "
                        + "| is not a message type of the descriptor set; did you mean plant.Report?",
                "\"plant.Report\" | \"\"            | message | '' | must not be empty",
                "format=\"protobuf\" | format=\"protobuf\" framing=\"length\" | framing | length "
                        + "| is not allowed here; known are message, delimited, registry",
                "descriptor=     | framing=\"registry\" registry=\"main\" descriptor= | registry | main "
                        + "| must not be used together with descriptor; leave one of them out",
                "descriptor=\"plant.desc\" | framing=\"registry\" | registry | '' | is missing",
                "descriptor=\"plant.desc\" | framing=\"registry\" registry=\"mein\" | registry | mein "
                        + "| is not the id of a <registry> in <schema-registries>; did you mean main?",
                "descriptor=     | registry=\"main\" descriptor= | registry | main " + "| has no effect here",
                "format=\"protobuf\" | format=\"json\" | descriptor | plant.desc " + "| has no effect here",
            })
    void shouldReportWhatIsWrong(String place, String replacement, String attribute, String value, String rule) {
        assertThat(XML).contains(place);
        var xml = XML.replace(place, replacement == null ? "" : replacement);

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .contains(tuple(
                        "routes/route/payload@" + attribute,
                        value,
                        rule.replace(
                                "{folder}",
                                folder.resolve("schemas").toAbsolutePath().toString())));
    }

    @Test
    void shouldNoticeADescriptorSetThatChanges() throws Exception {
        var reading = Sample.reader().snapshot(Sample.write(folder, XML));
        assertThat(reading.isUpToDate()).isTrue();

        Files.write(schema("plant.desc"), new byte[] {10, 0});

        assertThat(reading.isUpToDate()).isFalse();
    }
}
