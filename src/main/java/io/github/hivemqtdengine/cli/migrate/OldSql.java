package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.cli.migrate.OldSettings.Setting;
import io.github.hivemqtdengine.cli.migrate.SqlTokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reader of the statements in old files that create a table and insert a row. */
final class OldSql {

    private static final String CREATE = "CREATE TABLE [IF NOT EXISTS] table (name type, ...) [TAGS (name type, ...)]";
    private static final String CREATE_USING = "CREATE TABLE [IF NOT EXISTS] table USING super_table TAGS (value, ...)";
    private static final String INSERT =
            "INSERT INTO table [USING super_table TAGS (value, ...)] [(column, ...)] VALUES (value, ...)";

    private OldSql() {}

    /** Column or tag. */
    record Column(String name, String type) {}

    /** @param name the name as it is written, with its database */
    record Table(String name, List<Column> columns, List<Column> tags) {}

    /**
     * Subtable of an insertion.
     *
     * @param name the name as it is written, with its database
     */
    record Subtable(String name, String superTable, List<Token> tags) {}

    /**
     * Insertion of one row.
     *
     * @param table the name as it is written, with its database
     * @param subtable the subtable, if the statement creates it
     * @param columns the columns of the values; none for all columns
     */
    record Insert(String table, @Nullable Subtable subtable, List<String> columns, List<Token> values) {}

    static Table createTable(Setting setting, String sql) throws MigrationException {
        var tokens = new SqlTokens(setting, sql, CREATE);
        var name = createdName(tokens);
        var columns = columns(tokens);
        var tags = tokens.accept("tags") ? columns(tokens) : List.<Column>of();
        tokens.end();
        return new Table(name, columns, tags);
    }

    static Subtable createSubtable(Setting setting, String sql) throws MigrationException {
        var tokens = new SqlTokens(setting, sql, CREATE_USING);
        var name = createdName(tokens);
        tokens.expect("using");
        var superTable = tokens.word();
        tokens.expect("tags");
        var tags = values(tokens);
        tokens.end();
        return new Subtable(name, superTable, tags);
    }

    private static String createdName(SqlTokens tokens) throws MigrationException {
        tokens.expect("create");
        if (!tokens.accept("stable")) {
            tokens.expect("table");
        }
        if (tokens.accept("if")) {
            tokens.expect("not");
            tokens.expect("exists");
        }
        return tokens.word();
    }

    private static List<Column> columns(SqlTokens tokens) throws MigrationException {
        var columns = new ArrayList<Column>();
        tokens.expect("(");
        do {
            columns.add(new Column(OldName.of(tokens.word()), type(tokens)));
        } while (tokens.accept(","));
        tokens.expect(")");
        return columns;
    }

    private static String type(SqlTokens tokens) throws MigrationException {
        var type = new StringBuilder(tokens.word());
        if (tokens.accept("(")) {
            type.append('(').append(tokens.word()).append(')');
            tokens.expect(")");
        } else if (tokens.accept("unsigned")) {
            type.append(" UNSIGNED");
        }
        return type.toString().toUpperCase(Locale.ROOT);
    }

    static Insert insert(Setting setting, String sql) throws MigrationException {
        var tokens = new SqlTokens(setting, sql, INSERT);
        if (!tokens.accept("import")) {
            tokens.expect("insert");
        }
        tokens.expect("into");
        var table = tokens.word();
        Subtable subtable = null;
        if (tokens.accept("using")) {
            var superTable = tokens.word();
            tokens.expect("tags");
            subtable = new Subtable(table, superTable, values(tokens));
        }
        var columns = tokens.isNext("(") ? names(tokens) : List.<String>of();
        tokens.expect("values");
        var values = values(tokens);
        tokens.end();
        return new Insert(table, subtable, columns, values);
    }

    private static List<String> names(SqlTokens tokens) throws MigrationException {
        var names = new ArrayList<String>();
        tokens.expect("(");
        do {
            names.add(OldName.of(tokens.word()));
        } while (tokens.accept(","));
        tokens.expect(")");
        return names;
    }

    private static List<Token> values(SqlTokens tokens) throws MigrationException {
        var values = new ArrayList<Token>();
        tokens.expect("(");
        do {
            values.add(value(tokens));
        } while (tokens.accept(","));
        tokens.expect(")");
        return values;
    }

    private static Token value(SqlTokens tokens) throws MigrationException {
        var token = tokens.next();
        return token.quoted() ? token : new Token(unquoted(token, tokens), false);
    }

    private static String unquoted(Token token, SqlTokens tokens) throws MigrationException {
        if (token.is("now") && tokens.accept("(")) {
            tokens.expect(")");
        }
        if ("(),;".contains(token.text())) {
            throw tokens.problem("expected a value before \"" + token.text() + "\"");
        }
        return token.text();
    }
}
