package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.jdbc.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.QuestDbIdentifier;
import io.github.hivemqtdengine.route.TableSettings;
import java.util.List;
import java.util.Optional;

/** What the tables of one kind of database can be, beyond what holds for all. */
enum DatabaseFamily {
    TDENGINE {
        @Override
        List<String> objections(TableSettings table) {
            return TdengineSizes.objections(table);
        }
    },

    QUESTDB {
        @Override
        String superTable(String name) {
            return allowed(super.superTable(name), QuestDbIdentifier.objectionToTable(name));
        }

        @Override
        String column(String name) {
            return allowed(super.column(name), QuestDbIdentifier.objectionToColumn(name));
        }
    },

    /** Where the URL is wrong, which is reported already. */
    UNKNOWN;

    static DatabaseFamily of(DatabaseSettings database) {
        if (JdbcUrl.isTdengine(database.connection().jdbcUrl())) {
            return TDENGINE;
        }
        return database.connection().jdbcUrl().isEmpty() ? UNKNOWN : QUESTDB;
    }

    /** Understands the name of a super table. */
    String superTable(String name) {
        return Names.superTable(name);
    }

    /** Understands the name of a column or a tag. */
    String column(String name) {
        return Names.column(name);
    }

    /** What is wrong with a table as a whole. */
    List<String> objections(TableSettings table) {
        return List.of();
    }

    private static String allowed(String name, Optional<String> objection) {
        objection.ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        return name;
    }
}
