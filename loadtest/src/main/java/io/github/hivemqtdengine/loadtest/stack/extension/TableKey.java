// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.extension;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.w3c.dom.Element;

/**
 * Primary key of a table whose rows have timestamps from the payload: a later row with the same key overwrites an
 * earlier one. Derived from the load tests' configuration of the extension.
 *
 * @param time member of a record that is the row's timestamp
 * @param perTopic whether timestamps are unique per topic; otherwise per client
 */
public record TableKey(String time, boolean perTopic) {

    private static final Pattern MEMBER = Pattern.compile("\\$\\{payload:/(\\w+)}");
    private static final String OVERWRITE = "overwrite";

    /** Returns the key of a table; empty for arrival timestamps, or if rows with equal timestamps are all kept. */
    public static Optional<TableKey> of(String table) throws IOException {
        return Xml.all(ExtensionConfiguration.document(), "table").stream()
                .filter(element -> element.getAttribute("super-table").equals(table))
                .findFirst()
                .flatMap(TableKey::of);
    }

    private static Optional<TableKey> of(Element table) {
        boolean perTopic = table.getAttribute("sub-table").contains("${mqtt-topic}");
        return Xml.all(table, "timestamp").stream()
                .filter(time -> !time.hasAttribute("on-equal")
                        || time.getAttribute("on-equal").equals(OVERWRITE))
                .map(time -> MEMBER.matcher(time.getAttribute("value")))
                .filter(member -> member.matches())
                .map(member -> new TableKey(member.group(1), perTopic))
                .findFirst();
    }
}
