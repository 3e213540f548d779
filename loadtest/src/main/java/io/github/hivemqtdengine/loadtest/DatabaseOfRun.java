// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Database that the load tests start, as the option {@code --stack} names it. */
enum DatabaseOfRun {
    EMBEDDED,
    TDENGINE;

    DatabaseChoice choice() {
        return this == TDENGINE ? new DatabaseChoice.LocalTDengine() : new DatabaseChoice.EmbeddedQuestDb();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Converts a word in lower case. */
    static final class Converter implements ITypeConverter<DatabaseOfRun> {

        @Override
        public DatabaseOfRun convert(String word) {
            for (var database : values()) {
                if (database.toString().equals(word)) {
                    return database;
                }
            }
            throw new TypeConversionException("'" + word + "' is neither embedded nor tdengine");
        }
    }
}
