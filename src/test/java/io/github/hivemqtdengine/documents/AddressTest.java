package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Addresses of this project in the files of the containers: image, alarms, dashboards, values for the chart. */
class AddressTest {

    private static final Pattern ADDRESS =
            Pattern.compile("https://github\\.com/[\\w.-]+/hivemq-tdengine-extension[\\w./#-]*");
    private static final Pattern PAGE = Pattern.compile(".+/blob/main/([^#]+)#?(.*)");

    @Test
    void shouldBeginWithTheAddressOfThePom() throws IOException {
        assertThat(addresses())
                .hasSizeGreaterThan(15)
                .allSatisfy(address -> assertThat(address).startsWith(ofThePom()));
    }

    @Test
    void shouldLeadToPagesAndHeadings() throws IOException {
        var pages =
                addresses().stream().map(PAGE::matcher).filter(Matcher::matches).toList();

        assertThat(pages).hasSizeGreaterThan(12).allSatisfy(page -> {
            var file = Path.of(page.group(1));
            assertThat(file).exists();
            if (!page.group(2).isEmpty()) {
                assertThat(Document.read(file).anchors()).contains(page.group(2));
            }
        });
    }

    private static String ofThePom() {
        var url = Pattern.compile("(?m)^    <url>(.+)</url>$").matcher(CheckedDocuments.TREE.text("pom.xml"));
        assertThat(url.find()).isTrue();
        return url.group(1);
    }

    private static List<String> addresses() throws IOException {
        var addresses = new ArrayList<String>();
        for (var file : CheckedDocuments.TREE.files()) {
            if (file.startsWith("docker/") && !file.endsWith(".md")) {
                ADDRESS.matcher(Files.readString(Path.of(file)))
                        .results()
                        .forEach(address -> addresses.add(address.group()));
            }
        }
        return addresses;
    }
}
