package io.github.hivemqtdengine.jdbc.questdb;

import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.SqlScript;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Row.Target;
import io.github.hivemqtdengine.message.SqlTemplate;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.message.TableVersion;
import java.util.HashSet;
import java.util.List;

/** Statements for a QuestDB server, which is one database. */
record QuestDbScript(Precision precision) implements SqlScript {

    QuestDbScript(DatabaseSettings settings) {
        this(QuestDbSession.precision(settings));
    }

    @Override
    public List<String> ddl(List<TableShape> tables) {
        var names = new HashSet<String>();
        return tables.stream()
                .filter(table -> names.add(table.superTable()))
                .map(table -> new QuestDbTable(table, precision).create())
                .toList();
    }

    @Override
    public List<String> inserts(List<Row> rows) {
        return rows.stream()
                .map(Row::target)
                .distinct()
                .map(this::insert)
                .distinct()
                .toList();
    }

    private String insert(Target target) {
        return target instanceof TableVersion version
                ? new QuestDbTable(version.shape(), precision).insert()
                : QuestDbTemplates.sql((SqlTemplate) target);
    }
}
