// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.questdb;

import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseLimits;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.NewDatabase;
import io.github.hivemqtdengine.message.TableShape;
import java.util.List;
import java.util.Optional;

/** Limits of QuestDB: forbidden characters in names, and no settings that only TDengine has. */
final class QuestDbLimits implements DatabaseLimits {

    @Override
    public Optional<String> objectionToTable(String name) {
        return QuestDbIdentifier.objectionToTable(name);
    }

    @Override
    public int longestTableName() {
        return QuestDbIdentifier.MAX_LENGTH;
    }

    @Override
    public Optional<String> objectionToColumn(String name) {
        return QuestDbIdentifier.objectionToColumn(name);
    }

    @Override
    public List<String> objections(ConnectionSettings connection) {
        boolean isPlain = connection.token() == null && connection.tls() == null && !connection.compressed();
        return isPlain
                ? List.of()
                : List.of(
                        "has <token>, <tls> or <compression>, which are for TDengine: PostgreSQL's driver has parameters"
                                + " in its URL; leave them out");
    }

    @Override
    public List<String> objections(TableShape table) {
        return table.followsTags()
                ? List.of("has on-tag-change=\"alter\", but QuestDB stores the tags with every row, so there is nothing"
                        + " to alter: leave it out")
                : List.of();
    }

    @Override
    public List<String> objections(SchemaSettings schema) {
        return schema.newDatabase().equals(NewDatabase.DEFAULT)
                ? List.of()
                : List.of("has <new-database>, which is for TDengine: a QuestDB server is one database; leave it out");
    }
}
