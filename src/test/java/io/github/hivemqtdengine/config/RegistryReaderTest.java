// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.jdbc.dialect.TlsSettings;
import io.github.hivemqtdengine.registry.RegistrySettings;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryReaderTest {

    @TempDir
    Path folder;

    @Test
    void shouldReadARegistry() {
        var registries = Sample.settings(folder, Sample.XML).registries();

        assertThat(registries)
                .containsExactly(new RegistrySettings(
                        "main",
                        "https://registry:8081",
                        "reader",
                        "sesame",
                        new TlsSettings(null, true),
                        Duration.ofMillis(500)));
        assertThat(registries.toString()).contains("reader").doesNotContain("sesame");
    }

    @Test
    void shouldNeedAUrlOnly() {
        var xml = Sample.XML.replaceFirst("(?s)<username>reader.*</request-timeout>(?=\\s*</registry>)", "");

        assertThat(Sample.settings(folder, xml).registries())
                .containsExactly(new RegistrySettings(
                        "main", "https://registry:8081", "", "", null, RegistrySettings.REQUEST_TIMEOUT));
    }

    @Test
    void shouldNeedNoRegistry() {
        var xml = Sample.XML.replaceFirst("(?s)<schema-registries>.*</schema-registries>", "");

        assertThat(Sample.settings(folder, xml).registries()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:8080/apis/ccompat/v7", "https://registry.example.com"})
    void shouldReadUrls(String url) {
        var xml = Sample.with("https://registry:8081/", url).replace("<tls/>", "");

        assertThat(Sample.settings(folder, xml).registries().get(0).url()).isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<id>main</id>       |                 | id       | '' | is missing",
                "<url>https://registry:8081/</url> |   | url      | '' | is missing",
                "https://registry:8081/ | registry:8081 | url | registry:8081 "
                        + "| is not the URL of a schema registry; write it like https://registry.example.com:8081",
                "https://registry:8081/ | https://a b  | url | https://a b "
                        + "| is not the URL of a schema registry; write it like https://registry.example.com:8081",
                "https://registry:8081/ | https://registry:65536 | url | https://registry:65536 "
                        + "| is not the URL of a schema registry; write it like https://registry.example.com:8081",
                "https://registry:8081/ | https://schema_registry:8081 | url | https://schema_registry:8081 "
                        + "| has a host name with an underscore, which Java does not permit",
                "https://registry:8081/ | https://u:p@registry | url | https://u:p@registry "
                        + "| must not hold credentials; use <username> and <password>",
                "https://registry:8081/ | https://registry/?a=b | url | https://registry/?a=b "
                        + "| must end with the path below which the registry's API is",
                "<username>reader    | <username>a:b   | username | a:b "
                        + "| is not a user name: it must not be empty or contain a colon",
                "<password>sesame</password> |         | password | '' | is missing",
                "<username>reader</username> |         | password | '' | needs a <username>",
                "500 ms              | 11 s            | request-timeout | 11 s | is outside 100 ms to 10 s",
                "<tls/><request      | <tls ca-file=\"config.xml\"/><request | tls@ca-file | config.xml "
                        + "| is not a file of certificates; it must be a PEM or DER file",
                "https://registry:8081/ | http://registry | tls | '' | needs a <url> that begins with https://",
            })
    void shouldReportWhatIsWrong(String place, String replacement, String name, String value, String rule) {
        var joined = Sample.XML.replaceFirst("<tls/>\\s*<request-timeout>500", "<tls/><request-timeout>500");
        assertThat(joined).contains(place);

        assertThat(Sample.problems(folder, joined.replace(place, replacement == null ? "" : replacement)))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple("schema-registries/registry/" + name, value, rule));
    }
}
