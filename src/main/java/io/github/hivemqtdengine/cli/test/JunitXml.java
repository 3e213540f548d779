// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.test;

import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.List;
import java.util.stream.Collectors;

/** Results as an XML file of JUnit, which build servers show. */
public final class JunitXml {

    private JunitXml() {}

    public static String of(List<FolderTest> tests) {
        var xml = new XmlText();
        xml.line(0, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        xml.line(0, "<testsuites>");
        for (var test : tests) {
            long failures = test.cases().stream()
                    .filter(one -> !one.differences().isEmpty())
                    .count();
            xml.line(
                    1,
                    "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\">"
                            .formatted(attribute(test.name()), test.cases().size(), failures));
            for (var one : test.cases()) {
                var start = "<testcase classname=\"%s\" name=\"%s\""
                        .formatted(attribute(test.name()), attribute(one.name()));
                if (one.differences().isEmpty()) {
                    xml.line(2, start + "/>");
                } else {
                    var message = attribute(one.differences().get(0));
                    xml.line(2, start + ">");
                    xml.line(
                            3,
                            "<failure message=\"" + message + "\">"
                                    + one.differences().stream()
                                            .map(JunitXml::attribute)
                                            .collect(Collectors.joining("\n"))
                                    + "</failure>");
                    xml.line(2, "</testcase>");
                }
            }
            xml.line(1, "</testsuite>");
        }
        xml.line(0, "</testsuites>");
        return xml.toString();
    }

    /** Escapes a text, whose control characters XML does not allow. */
    private static String attribute(String text) {
        var writable = new StringBuilder();
        text.codePoints().forEach(c -> writable.appendCodePoint(XmlText.isWritable(c) ? c : '?'));
        return XmlText.escape(writable.toString());
    }
}
