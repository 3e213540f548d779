package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Table;
import io.github.hivemqtdengine.pipeline.FailureKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a super table in the database lacks to take the rows of a route. */
final class TableDifferences {

    private final Table table;
    private final List<DescribedColumn> found;

    TableDifferences(Table table, List<DescribedColumn> found) {
        this.table = table;
        this.found = found;
    }

    /**
     * @throws SetupException if the keys differ: rows would replace each other that must not, or the other way round
     */
    void checkKeys() throws SetupException {
        var second =
                found.size() > 1 && found.get(1).isSecondKey() ? found.get(1).name() : null;
        boolean sameTime = !found.isEmpty() && found.get(0).name().equals(table.timestampColumn());
        if (!sameTime || !Objects.equals(second, table.sequenceColumn())) {
            throw new SetupException(
                    FailureKind.REJECTED,
                    "super table " + table.superTable() + " has the keys "
                            + keys(found.isEmpty() ? "none" : found.get(0).name(), second) + ", the route writes "
                            + keys(table.timestampColumn(), table.sequenceColumn())
                            + "; keys can't be changed, so choose another super table");
        }
    }

    private static String keys(String first, @Nullable String second) {
        return second == null ? first : first + " and " + second;
    }

    /** @throws SetupException if something of a name is there that can't take the route's values as they are */
    void checkTypes() throws SetupException {
        var conflicts = columnsAndTags()
                .flatMap(column -> found(column).flatMap(there -> conflict(column, there)).stream())
                .toList();
        if (!conflicts.isEmpty()) {
            throw new SetupException(
                    FailureKind.REJECTED,
                    "super table " + table.superTable() + " has " + String.join(" and ", conflicts)
                            + "; change the type or the name in the route");
        }
    }

    private Optional<String> conflict(Column wanted, DescribedColumn there) {
        if (there.isTag() != isTag(wanted)) {
            return Optional.of(
                    there.isTag()
                            ? "the tag " + wanted.name() + ", which the route writes as a column"
                            : "the column " + wanted.name() + ", which the route writes as a tag");
        }
        return TypeFit.holds(there.type(), wanted.type())
                ? Optional.empty()
                : Optional.of(wanted.name() + " as " + there.type() + ", which can't hold every " + wanted.type()
                        + " that the route writes");
    }

    /** Columns and tags that are not there. */
    List<Column> missing() {
        return columnsAndTags().filter(column -> found(column).isEmpty()).toList();
    }

    /** Columns and tags of variable length that are shorter than the route says. */
    List<Column> tooShort() {
        return columnsAndTags()
                .filter(column -> found(column)
                        .filter(there -> isWidenable(column.type(), there))
                        .isPresent())
                .toList();
    }

    boolean isTag(Column column) {
        return table.tags().contains(column);
    }

    private static boolean isWidenable(ColumnType wanted, DescribedColumn there) {
        boolean variable = wanted.kind() == ColumnType.Kind.VARCHAR
                || wanted.kind() == ColumnType.Kind.NCHAR
                || wanted.kind() == ColumnType.Kind.VARBINARY
                || wanted.kind() == ColumnType.Kind.GEOMETRY;
        return variable && there.type().equals(wanted.kind().sql()) && there.length() < wanted.length();
    }

    private Stream<Column> columnsAndTags() {
        return Stream.concat(table.columns().stream(), table.tags().stream());
    }

    private Optional<DescribedColumn> found(Column column) {
        return found.stream()
                .filter(there -> there.name().equals(column.name()))
                .findFirst();
    }
}
