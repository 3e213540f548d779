package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.cli.migrate.OldSettings.Setting;
import java.util.ArrayList;
import java.util.List;

/** Words of one SQL statement of an old file, read from the first to the last. */
final class SqlTokens {

    private static final String PUNCTUATION = "(),;";
    private static final String QUOTES = "'\"";

    private final Setting setting;
    private final String form;
    private final List<Token> tokens;
    private int next;

    /**
     * Word, punctuation character or string.
     *
     * @param text the text, of a string without its quotes
     * @param quoted whether it is a string
     */
    record Token(String text, boolean quoted) {

        boolean is(String word) {
            return !quoted && text.equalsIgnoreCase(word);
        }
    }

    /** @param form the form of statements that can be read, for error messages */
    SqlTokens(Setting setting, String sql, String form) throws MigrationException {
        this.setting = setting;
        this.form = form;
        this.tokens = tokens(sql);
    }

    private List<Token> tokens(String sql) throws MigrationException {
        var found = new ArrayList<Token>();
        for (int at = 0; at < sql.length(); ) {
            char c = sql.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
            } else if (PUNCTUATION.indexOf(c) >= 0) {
                found.add(new Token(String.valueOf(c), false));
                at++;
            } else if (QUOTES.indexOf(c) >= 0) {
                int end = sql.indexOf(c, at + 1);
                if (end < 0) {
                    throw problem("a string is never closed");
                }
                found.add(new Token(sql.substring(at + 1, end), true));
                at = end + 1;
            } else {
                int end = at;
                while (end < sql.length() && isOfWord(sql.charAt(end))) {
                    end++;
                }
                found.add(new Token(sql.substring(at, end), false));
                at = end;
            }
        }
        return found;
    }

    private static boolean isOfWord(char c) {
        return !Character.isWhitespace(c) && PUNCTUATION.indexOf(c) < 0 && QUOTES.indexOf(c) < 0;
    }

    boolean isNext(String word) {
        return next < tokens.size() && tokens.get(next).is(word);
    }

    /** Consumes a word if it is the next one. */
    boolean accept(String word) {
        boolean isNext = isNext(word);
        next += isNext ? 1 : 0;
        return isNext;
    }

    void expect(String word) throws MigrationException {
        if (!accept(word)) {
            throw problem("expected " + word + " " + place());
        }
    }

    Token next() throws MigrationException {
        if (next == tokens.size()) {
            throw problem("it ends too early");
        }
        return tokens.get(next++);
    }

    /** Consumes a name or another word. */
    String word() throws MigrationException {
        var token = next();
        if (token.quoted() || PUNCTUATION.contains(token.text())) {
            next--;
            throw problem("expected a name " + place());
        }
        return token.text();
    }

    void end() throws MigrationException {
        accept(";");
        if (next < tokens.size()) {
            throw problem("expected the end " + place());
        }
    }

    private String place() {
        return next == tokens.size()
                ? "at the end"
                : "before \"" + tokens.get(next).text() + "\"";
    }

    MigrationException problem(String sentence) {
        return setting.problem("is SQL that the converter does not read: " + sentence + ". It reads \"" + form
                + "\". Write the route by hand, as docs/configuration.md says under \"SQL of your own\"");
    }
}
