// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A Java file in two parts: code without comments and literals, and its string literals. Literals joined by a plus sign
 * are one.
 */
record JavaText(String code, List<String> strings) {

    private static final Pattern TOKEN = Pattern.compile(
            "//[^\n]*|/\\*.*?\\*/|\"\"\"(?<block>.*?)(?<!\\\\)\"\"\""
                    + "|\"(?<string>(?:[^\"\\\\\n]|\\\\.)*+)\"|'(?:[^'\\\\\n]|\\\\.)++'",
            Pattern.DOTALL);
    private static final Pattern JOIN = Pattern.compile("\\s*\\+\\s*");

    static JavaText parse(String source) {
        var code = new StringBuilder();
        var strings = new ArrayList<String>();
        var token = TOKEN.matcher(source);
        int end = 0;
        boolean afterString = false;
        while (token.find()) {
            var between = source.substring(end, token.start());
            var string = token.group("block") != null ? token.group("block") : token.group("string");
            code.append(between).append(' ');
            if (string != null && afterString && JOIN.matcher(between).matches()) {
                strings.set(strings.size() - 1, strings.get(strings.size() - 1) + unescaped(string));
            } else if (string != null) {
                strings.add(unescaped(string));
            }
            afterString = string != null;
            end = token.end();
        }
        code.append(source, end, source.length());
        return new JavaText(code.toString(), strings);
    }

    private static String unescaped(String literal) {
        return literal.replace("\\\"", "\"").replace("\\\\", "\\").replace("\\n", "\n");
    }
}
