package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.w3c.dom.Element;

/**
 * By what a table tells rows apart that have their time from the payload, so that a later row of the same key overwrites
 * an earlier one: in the load tests' configuration of the extension.
 *
 * @param time the member of a record that is the row's time
 * @param perTopic whether each topic has times of its own; if not, each client has
 */
public record TableKey(String time, boolean perTopic) {

    private static final Pattern MEMBER = Pattern.compile("\\$\\{payload:/(\\w+)}");
    private static final String OVERWRITE = "overwrite";

    /** The key of a table; none where rows have the time of arrival, or equal times are kept apart. */
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
