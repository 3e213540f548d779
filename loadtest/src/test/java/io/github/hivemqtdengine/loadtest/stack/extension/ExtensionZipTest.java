// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtensionZipTest {

    private static final String DESCRIPTION = """
            <hivemq-extension><id>x</id><version>9.8.7</version></hivemq-extension>
            """;

    @TempDir
    Path folder;

    private ExtensionZip zip(String formats, String attributes) throws IOException {
        return zip(
                Map.of("x/hivemq-extension.xml", DESCRIPTION, "x/conf/config.xsd", """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                  <xs:simpleType name="codec"><xs:restriction base="xs:token"><xs:enumeration value="auto"/>
                    <xs:enumeration value="zstd"/></xs:restriction></xs:simpleType>
                  <xs:element name="delivery"/>
                  <xs:element name="payload"><xs:complexType>
                    <xs:attribute name="format"><xs:simpleType><xs:union><xs:simpleType>
                      <xs:restriction base="xs:token">%s</xs:restriction>
                    </xs:simpleType></xs:union></xs:simpleType></xs:attribute>
                    <xs:attribute name="encoding" type="xs:string"/>
                    <xs:attribute name="compression" type="codec"/>
                    %s
                  </xs:complexType></xs:element>
                </xs:schema>
                """.formatted(formats, attributes)));
    }

    private ExtensionZip zip(Map<String, String> entries) throws IOException {
        var file = folder.resolve("hivemq-tdengine-extension-9.8.7.zip");
        try (var out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (var entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return ExtensionZip.of(file);
    }

    private static String formats(String... names) {
        var formats = new StringBuilder();
        for (var name : names) {
            formats.append("<xs:enumeration value=\"").append(name).append("\"/>");
        }
        return formats.toString();
    }

    @Test
    void shouldSayWhichFeaturesAreMissing() throws IOException {
        var zip = zip(formats("raw", "json", "avro"), "<xs:attribute name='rows'/>");

        assertThat(zip.title()).matches("9\\.8\\.7 \\(SHA-256 [0-9a-f]{12}…\\)");
        assertThat(zip.lacks(Set.of("avro", "zstd", "delivery", "rows"))).isEmpty();
        assertThat(zip.lacks(Set.of("avro", "snappy", "sparkplug"))).containsExactlyInAnyOrder("snappy", "sparkplug");
    }

    @Test
    void shouldLeaveOutRoutesOfUnknownFormats() throws IOException {
        var zip = zip(formats("raw", "json"), "<xs:attribute name='rows'/><xs:attribute name='schema'/>");

        assertThat(ExtensionConfiguration.of(zip).tables())
                .contains("raw_messages", "meters", "readings", "wide", "blocks", "grouped", "devices")
                .doesNotContain("wide_avro", "readings_avro", "sparkplug");
    }

    @Test
    void shouldHaveRoutesOfAllFormatsThatAreKnownWithTheirAttributes() throws IOException {
        var all = formats("raw", "json", "avro", "sparkplug");

        assertThat(ExtensionConfiguration.of(zip(all, "<xs:attribute name='rows'/><xs:attribute name='schema'/>"))
                        .tables())
                .contains("wide_avro", "readings_avro", "sparkplug");
        assertThat(ExtensionConfiguration.of(zip(all, "<xs:attribute name='rows'/>"))
                        .tables())
                .contains("sparkplug")
                .doesNotContain("wide_avro");
    }

    @Test
    void shouldUnpackIntoTheFolderOfABrokerOnly() throws IOException {
        var good = zip(formats("raw"), "");
        assertThat(good.unpack(Files.createDirectory(folder.resolve("good"))).resolve("conf/config.xsd"))
                .exists();

        var evil = zip(
                Map.of("x/hivemq-extension.xml", DESCRIPTION, "x/conf/config.xsd", "<schema/>", "../../evil.txt", "x"));
        var target = Files.createDirectory(folder.resolve("evil"));
        assertThatThrownBy(() -> evil.unpack(target)).hasMessageContaining("evil.txt");
    }

    @Test
    void shouldRefuseAnotherZip() {
        assertThatThrownBy(() -> zip(Map.of("x/hivemq-extension.xml", DESCRIPTION)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("config.xsd");
    }

    @Test
    void shouldPutDeliveryIntoTheConfiguration() throws IOException {
        var configuration = ExtensionConfiguration.of(zip(formats("raw", "json"), "<xs:attribute name='rows'/>"));

        assertThat(configuration.delivery("<lanes>2</lanes><batch rows=\"7\"/>").text())
                .contains("<delivery><lanes>2</lanes><batch rows=\"7\"/>");
        assertThatThrownBy(() -> configuration.delivery("<lanes>2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x.delivery");
    }

    @Test
    void shouldHaveTheShortRouteForSparkplugOnly() throws IOException {
        var zip = zip(formats("raw", "json", "sparkplug"), "<xs:attribute name='rows'/>");

        assertThat(ExtensionConfiguration.of(zip).sparkplug(true).text())
                .containsOnlyOnce("<route>")
                .contains("<routes><route><id>plant</id><payload format=\"sparkplug\"/></route></routes>");
        assertThat(ExtensionConfiguration.of(zip).sparkplug(false).tables()).contains("raw_messages", "sparkplug");
    }

    @Test
    void shouldReadRowsOfArraysWhereMessagesAreArrays() throws IOException {
        var zip = zip(formats("raw", "json"), "<xs:attribute name='rows'/>");

        assertThat(ExtensionConfiguration.of(zip).arrays(Set.of("readings")).text())
                .contains("<payload format=\"json\" rows=\"\"/>");
        assertThat(ExtensionConfiguration.of(zip).arrays(Set.of()).text().split("rows=\"\"", -1))
                .as("only blocks")
                .hasSize(2);
    }
}
