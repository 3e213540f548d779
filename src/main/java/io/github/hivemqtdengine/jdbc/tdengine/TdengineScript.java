package io.github.hivemqtdengine.jdbc.tdengine;

import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.InsertPasses;
import io.github.hivemqtdengine.jdbc.dialect.SqlScript;
import io.github.hivemqtdengine.jdbc.dialect.TemplateRows;
import io.github.hivemqtdengine.jdbc.tdengine.insert.SqlEngine;
import io.github.hivemqtdengine.jdbc.tdengine.sql.TdengineDdl;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableShape;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Statements for a TDengine database. */
record TdengineScript(DatabaseSettings settings) implements SqlScript {

    @Override
    public List<String> ddl(List<TableShape> tables) {
        var ddl = new TdengineDdl(settings.name());
        var statements = new ArrayList<String>();
        statements.add(ddl.createDatabase(settings.schema()));
        var names = new HashSet<String>();
        tables.stream()
                .filter(table -> !table.columns().isEmpty()) // created with its first ones
                .filter(table -> names.add(table.superTable()))
                .map(ddl::createTable)
                .forEach(statements::add);
        return statements;
    }

    @Override
    public Precision precision() {
        return settings.schema().precision();
    }

    @Override
    public List<String> inserts(List<Row> rows) {
        var engine = new SqlEngine(settings.name());
        var statements = new ArrayList<String>();
        try {
            for (var pass : InsertPasses.of(TemplateRows.ofTables(rows), precision())) {
                engine.write(pass, precision(), statements::add);
            }
            for (var ofTemplate : TemplateRows.byTemplate(rows).entrySet()) {
                new TdengineTemplates(settings.name())
                        .write(ofTemplate.getKey(), ofTemplate.getValue(), precision(), statements::add);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("No database was asked", e);
        }
        return statements;
    }
}
