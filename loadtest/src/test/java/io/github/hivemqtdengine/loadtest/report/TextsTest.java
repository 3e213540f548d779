// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of the page: of two with the same key, a browser silently takes the later one. */
class TextsTest {

    private static final Pattern KEY =
            Pattern.compile("(?:^|[{,])\\s*(\\w+): '(?:[^'\\\\]|\\\\.)*'", Pattern.MULTILINE);

    @ParameterizedTest
    @ValueSource(strings = {"en", "zh"})
    void shouldHaveOneTextForAKey(String language) throws Exception {
        String all;
        try (var in = Objects.requireNonNull(HtmlPage.class.getResourceAsStream("texts.js"))) {
            all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        int begin = all.indexOf("\n    " + language + ": {");
        var ofLanguage = all.substring(begin, all.indexOf("\n    },", begin));

        var keys = new ArrayList<String>();
        var matcher = KEY.matcher(ofLanguage);
        while (matcher.find()) {
            keys.add(matcher.group(1));
        }
        assertThat(keys).hasSizeGreaterThan(150);
        var once = new HashSet<String>();
        assertThat(keys).filteredOn(key -> !once.add(key)).isEmpty();
    }
}
