// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of the log as code and documents name it. In the text an ellipsis stands for each value, and line breaks are
 * left out.
 */
record LogLine(String level, String text) {

    /** Text of a statement that logs a value only. */
    static final String VALUE = "…";

    private static final Pattern STATEMENT = Pattern.compile("\\bLOG\\s*(\\.|::)\\s*(\\w+)\\s*(\\(?)");
    private static final Pattern COMMENT_OR_STRING = Pattern.compile(
            "//[^\n]*|/\\*.*?\\*/|(\"(?:[^\"\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\\n]|\\\\.)++')", Pattern.DOTALL);
    private static final Pattern CONSTANT = Pattern.compile("[A-Z][A-Z0-9_]*");

    /** Returns the lines that the statements of a Java source log, in their order. */
    static List<LogLine> statements(String source) {
        var code = withoutComments(source);
        return STATEMENT
                .matcher(code)
                .results()
                .map(call -> new LogLine(
                        call.group(2).toUpperCase(Locale.ROOT),
                        call.group(3).isEmpty() ? VALUE : text(code, call.end())))
                .toList();
    }

    /** Returns the lines whose texts a Java source builds at the ends of matches, in their order. */
    static List<LogLine> built(String source, String level, Pattern before) {
        var code = withoutComments(source);
        return before.matcher(code)
                .results()
                .map(found -> new LogLine(level, text(code, found.end())))
                .toList();
    }

    private static String withoutComments(String source) {
        return COMMENT_OR_STRING
                .matcher(source)
                .replaceAll(token -> token.group(1) == null ? " " : Matcher.quoteReplacement(token.group(1)));
    }

    /** Returns the text of the expression at an offset: literals, constants, and {@link #VALUE} for anything else. */
    private static String text(String code, int start) {
        var text = new StringBuilder();
        for (var term : terms(code, start)) {
            if (term.startsWith("\"")) {
                text.append(JavaText.parse(term).strings().get(0));
            } else {
                text.append(CONSTANT.matcher(term).matches() ? constant(code, term) : VALUE);
            }
        }
        return text.toString().replace("{}", VALUE).replace("\n", "");
    }

    private static String constant(String code, String name) {
        var declaration =
                Pattern.compile("\\bString\\s+" + name + "\\s*=\\s*(?=\")").matcher(code);
        return declaration.find() ? text(code, declaration.end()) : VALUE;
    }

    /** Returns the operands of the sum that begins at an offset and ends with the argument or the statement. */
    private static List<String> terms(String code, int start) {
        var terms = new ArrayList<String>();
        int depth = 0;
        int begin = start;
        for (int at = start; at < code.length(); at++) {
            char each = code.charAt(at);
            if (each == '"' || each == '\'') {
                at = endOfLiteral(code, at);
            } else if ("([{".indexOf(each) >= 0) {
                depth++;
            } else if (")]}".indexOf(each) >= 0 && depth > 0) {
                depth--;
            } else if (depth == 0 && ",;)+".indexOf(each) >= 0) {
                terms.add(code.substring(begin, at).strip());
                begin = at + 1;
                if (each != '+') {
                    return terms;
                }
            }
        }
        throw new IllegalArgumentException("No end of the expression at " + start);
    }

    private static int endOfLiteral(String code, int start) {
        int at = start + 1;
        while (code.charAt(at) != code.charAt(start)) {
            at += code.charAt(at) == '\\' ? 2 : 1;
        }
        return at;
    }
}
