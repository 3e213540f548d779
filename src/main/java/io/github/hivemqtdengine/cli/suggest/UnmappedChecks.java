// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.suggest;

import io.github.hivemqtdengine.cli.suggest.SuggestedColumns.SuggestedColumn;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.status.StatusNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Results that say what the mapping does not store, with the columns that would store it. They are no problems. */
public final class UnmappedChecks {

    private static final int MAX_ROUTES = 20;
    private static final String OF_MESSAGE = "payload-root:";
    private static final String OF_RECORD = "payload:";

    private UnmappedChecks() {}

    /** Returns the results for a status; none if it has no such section, or nothing is found. */
    public static List<CheckResult> of(StatusNode status) {
        var results = new ArrayList<CheckResult>();
        var unmapped = status.node("unmapped");
        if (unmapped.count("messages") > 0) {
            results.add(CheckResult.ok(
                    "topics",
                    unmapped.count("messages") + " sampled publishes match no route: " + topics(unmapped)
                            + "; hivemq-tdengine suggest writes a route"));
        }
        unmapped.nodes("routes").stream()
                .limit(MAX_ROUTES)
                .flatMap(route -> of("route \"" + route.text("id") + "\"", route.nodes("fields")).stream())
                .forEach(results::add);
        return results;
    }

    private static String topics(StatusNode unmapped) {
        return unmapped.texts("topics").stream()
                .map(topic -> "\"" + topic + "\"")
                .collect(Collectors.joining(", "));
    }

    private static List<CheckResult> of(String check, List<StatusNode> fields) {
        var results = new ArrayList<CheckResult>();
        var unread = fields.stream().filter(field -> !field.flag("read")).toList();
        if (!unread.isEmpty()) {
            var names = new ColumnNames();
            results.add(CheckResult.ok(
                    check,
                    "fields of the payload that are not stored: " + unread.size() + "; their columns:"
                            + unread.stream()
                                    .map(field -> "\n" + line(field, names))
                                    .collect(Collectors.joining())));
        }
        var mixed = fields.stream()
                .filter(field -> field.texts("types").size() > 1)
                .map(field -> field.text("field") + " is " + String.join(" and ", field.texts("types")))
                .toList();
        if (!mixed.isEmpty()) {
            results.add(CheckResult.ok(check, "types of fields differ between messages: " + String.join(", ", mixed)));
        }
        return results;
    }

    /** Returns the column of a field, or the field alone if XML can't refer to it, or not to all of its elements. */
    private static String line(StatusNode field, ColumnNames names) {
        var reference = field.text("field");
        boolean isShared = reference.startsWith(OF_MESSAGE);
        var pointer = reference.substring((isShared ? OF_MESSAGE : OF_RECORD).length());
        if (!FieldReference.isPossible(pointer) || (pointer + "/").contains("/*/")) {
            return reference + " (" + String.join(", ", field.texts("types")) + ")";
        }
        return new SuggestedColumn(
                        names.like(pointer),
                        SampleType.of(field.texts("types"), field.count("bytes")),
                        FieldReference.of(pointer, isShared))
                .xml("column", " on-missing=\"null\""); // other messages may lack it
    }
}
